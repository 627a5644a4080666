/** Results read back from their directories, strictly. */
package io.hopwright.runner.stored;
