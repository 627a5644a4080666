/**
 * MPI calls of a trace in memory, independent of the file format, and the graphs built from them.
 */
package io.hopwright.models.program.calls;
