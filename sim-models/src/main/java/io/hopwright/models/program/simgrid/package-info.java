/** Time-independent traces of SimGrid: MPI calls as text. */
package io.hopwright.models.program.simgrid;
