/**
 * What every machine offers to the rest of the program: its components and a network built from
 * settings, the plan and the forecast of a run. A machine is one package that implements {@link
 * io.hopwright.models.run.Machine}, and one line in {@link io.hopwright.models.Machines}.
 */
package io.hopwright.models.run;
