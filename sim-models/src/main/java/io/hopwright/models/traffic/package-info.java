/**
 * Traffic as pure functions: generation times, destinations and sizes of a node's packets, computed
 * from the node and the packet's sequence number, never stored.
 */
package io.hopwright.models.traffic;
