/** Plans and simulates the points of studies, several at once where that is quicker. */
@Internal
package io.hopwright.runner.sweep;

import io.hopwright.runner.support.Internal;
