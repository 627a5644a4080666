/**
 * What the ranks of an application do: programs, the operations of each rank, collectives as
 * functions of member and step, and where ranks are. Knows no machine and no network.
 */
package io.hopwright.models.program;
