package io.hopwright.models.bluegene.nodes;

/** Choice of the FIFO that a packet joins, within the group of its stream. */
public enum FifoChoice {
  /** In turn, whatever the destination. */
  SEQUENCE,
  /** FIFO of the lowest-numbered port among the packet's hint bits. */
  DIRECTION,
  /** A random one, drawn per packet. */
  RANDOM,
  /** The one with the most free bytes when the packet is about to join, the first among equals. */
  SHORTEST
}
