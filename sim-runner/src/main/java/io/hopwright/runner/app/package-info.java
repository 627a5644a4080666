/**
 * The program as a library: studies, plans, runs, sweeps, reproductions and comparisons as typed
 * values, without a command line. Start with {@link io.hopwright.runner.app.Hopwright}.
 */
package io.hopwright.runner.app;
