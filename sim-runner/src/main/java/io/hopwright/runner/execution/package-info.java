/**
 * Running a network with an executor, measuring the run itself, and projecting it on more
 * processors; the only place that knows how.
 */
package io.hopwright.runner.execution;
