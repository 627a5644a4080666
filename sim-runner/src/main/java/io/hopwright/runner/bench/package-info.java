/** How fast it simulates: rows of a benchmark, each measured in a JVM of its own. */
package io.hopwright.runner.bench;
