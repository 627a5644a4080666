/**
 * Traffic as pure functions: when the packets of a node are born, where they go and how large they
 * are, computed from the node and the packet's sequence number, never stored.
 */
package io.hopwright.models.traffic;
