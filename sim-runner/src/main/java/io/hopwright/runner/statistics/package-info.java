/** What repetitions of a measurement tell together. */
package io.hopwright.runner.statistics;
