/**
 * Programs of ranks: the operations of each rank in any notation, and their checks and counts
 * without simulation. Independent of machines and networks.
 */
package io.hopwright.models.program;
