/** Planning and simulation of the points of studies, several at once where that is faster. */
@Internal
package io.hopwright.runner.sweep;

import io.hopwright.runner.support.Internal;
