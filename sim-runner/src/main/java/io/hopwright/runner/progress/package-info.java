/**
 * What a run shows of itself while it goes on: on standard error, and as a live page on the
 * loopback address of this computer.
 */
@Internal
package io.hopwright.runner.progress;

import io.hopwright.runner.support.Internal;
