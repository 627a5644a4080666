package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.host.Messages;

/**
 * Packets of one kind that a core of every node sends through a group of injection FIFOs; each
 * message is one packet. Immutable; safe for any thread.
 *
 * @param trafficClass class that tells the router how to treat them
 * @param firstFifo first injection FIFO of the group
 * @param fifos number of FIFOs in the group
 * @param choice choice of the FIFO that a packet joins
 * @param messages the packets
 */
public record PacketStream(
    int trafficClass, int firstFifo, int fifos, FifoChoice choice, Messages messages) {
  /** Returns the FIFO of the group that a packet joins if packets take turns. */
  int turn(long sequence) {
    return (int) (messages.count(sequence) % fifos);
  }
}
