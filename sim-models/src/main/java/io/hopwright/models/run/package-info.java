/**
 * Interface between machines and the rest of the program: components of a machine, the network
 * built from settings, and the plan and the forecast of a run. A machine is one package that
 * implements {@link io.hopwright.models.run.Machine}, and one line in {@link
 * io.hopwright.models.Machines}.
 */
package io.hopwright.models.run;
