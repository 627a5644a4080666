/** Rules by which a router chooses: an output for a packet, and a packet for an output. */
package io.hopwright.models.switching.torusrouter.arbitration;
