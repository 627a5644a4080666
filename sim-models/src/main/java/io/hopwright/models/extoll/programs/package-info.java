/** Programs of synthetic workloads, which threads execute. */
package io.hopwright.models.extoll.programs;
