/** DUMPI traces: MPI calls of each rank in a binary file of its own. */
package io.hopwright.models.program.dumpi;
