/** Nodes at the routers: injection and reception FIFOs, and the packets and ranks that use them. */
package io.hopwright.models.bluegene.nodes;
