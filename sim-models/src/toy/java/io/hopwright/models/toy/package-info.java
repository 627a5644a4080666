/** The ring, a machine for tests that is as small as a machine can be: {@code ring.md}. */
package io.hopwright.models.toy;
