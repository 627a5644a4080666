/** What threads do: the programs of synthetic workloads. */
package io.hopwright.models.tnw.programs;
