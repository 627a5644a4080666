/** Benchmark of simulation speed: rows, each measured in a JVM of its own. */
@Internal
package io.hopwright.runner.bench;

import io.hopwright.runner.support.Internal;
