/** Results read back strictly from their directories, and comparisons of two of them. */
@Internal
package io.hopwright.runner.results;

import io.hopwright.runner.support.Internal;
