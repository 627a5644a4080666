/**
 * Arbitration rules of a router: the choice of an output for a packet, and of a packet for an
 * output.
 */
package io.hopwright.models.switching.torusrouter.arbitration;
