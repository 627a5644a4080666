/** Traces of MPI calls in memory, whatever file they come from, and the graphs that they become. */
package io.hopwright.models.program.calls;
