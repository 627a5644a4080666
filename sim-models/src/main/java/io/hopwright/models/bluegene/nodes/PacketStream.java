package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.Messages;

/**
 * The packets of one kind that a core of every node sends through a group of injection FIFOs; a
 * message is a packet. Immutable; safe for any thread.
 *
 * @param trafficClass what the router may do with them
 * @param firstFifo first injection FIFO of the group
 * @param fifos number of FIFOs in the group
 * @param choice which of them a packet joins
 * @param messages the packets
 */
public record PacketStream(
    int trafficClass, int firstFifo, int fifos, FifoChoice choice, Messages messages) {
  /** Returns the FIFO of the group that a packet joins if packets take turns. */
  int turn(long sequence) {
    return (int) (messages.count(sequence) % fifos);
  }
}
