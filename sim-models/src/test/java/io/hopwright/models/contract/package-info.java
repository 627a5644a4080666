/** Contract of all machines: each machine provides cases, and the tests are the same. */
package io.hopwright.models.contract;
