/**
 * The program as a library: studies, plans, runs, sweeps, reproductions and comparisons as typed
 * values, without a command line. {@link io.hopwright.runner.app.Hopwright} is where to begin.
 */
package io.hopwright.runner.app;
