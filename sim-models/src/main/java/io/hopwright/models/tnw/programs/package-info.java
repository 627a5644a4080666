/** Programs of synthetic workloads, executed by threads. */
package io.hopwright.models.tnw.programs;
