/**
 * What the ranks of an application do: the operations of each rank, whatever they are written in,
 * and what can be said of them without simulating. Knows no machine and no network.
 */
package io.hopwright.models.program;
