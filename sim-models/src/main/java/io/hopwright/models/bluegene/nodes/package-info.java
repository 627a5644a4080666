/**
 * What hangs on a router: injection and reception FIFOs, and the packets and ranks that use them.
 */
package io.hopwright.models.bluegene.nodes;
