/** Machines for tests, as small as machines can be: {@code ring.md}, {@code leafspine.md}. */
package io.hopwright.models.toy;
