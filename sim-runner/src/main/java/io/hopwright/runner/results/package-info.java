/** Results read back from their directories, strictly, and what two of them differ in. */
package io.hopwright.runner.results;
