/** Results read back from their directories, strictly, and what two of them differ in. */
@Internal
package io.hopwright.runner.results;

import io.hopwright.runner.support.Internal;
