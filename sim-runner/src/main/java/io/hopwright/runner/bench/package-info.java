/** How fast it simulates: rows of a benchmark, each measured in a JVM of its own. */
@Internal
package io.hopwright.runner.bench;

import io.hopwright.runner.support.Internal;
