/**
 * A router core for machines whose switch is an ideal crossbar with virtual channels at its inputs
 * and credits for them at the outputs before: queues, grants, credits, links.
 *
 * <p>What differs between machines is pluggable: the route of a packet ({@link
 * io.hopwright.models.switching.crossbar.Routing}) and what hangs on the ports that are no links
 * ({@link io.hopwright.models.switching.crossbar.Endpoints}).
 */
package io.hopwright.models.switching.crossbar;
