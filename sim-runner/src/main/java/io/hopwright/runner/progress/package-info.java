/**
 * Display of a run in progress: on standard error, and as a live page on the loopback address of
 * this computer.
 */
@Internal
package io.hopwright.runner.progress;

import io.hopwright.runner.support.Internal;
