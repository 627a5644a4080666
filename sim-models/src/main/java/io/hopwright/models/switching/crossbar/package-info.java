/**
 * Router core for machines whose switch is an ideal crossbar with virtual channels at its inputs
 * and credits for them at the upstream outputs: queues, grants, credits, links.
 *
 * <p>Machines plug in their differences: the route of a packet ({@link
 * io.hopwright.models.switching.crossbar.Routing}) and the endpoints at the ports without links
 * ({@link io.hopwright.models.switching.crossbar.Endpoints}).
 */
package io.hopwright.models.switching.crossbar;
