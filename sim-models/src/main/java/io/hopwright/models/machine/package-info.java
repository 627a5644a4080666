/**
 * What every machine offers to the rest of the program: its parameters with unit, range and source,
 * and a network built from them. A machine is one package that implements {@link
 * io.hopwright.models.machine.Machine}, and one line in {@link io.hopwright.models.Machines}.
 */
package io.hopwright.models.machine;
