/** Traces of liballprof, the tracer of LogGOPSim: MPI calls as text. */
package io.hopwright.models.program.allprof;
