/**
 * Running a network with an executor, and measuring the run itself; the only place that knows how.
 */
package io.hopwright.runner.execution;
