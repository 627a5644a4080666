package io.hopwright.models.cascade.aries;

/**
 * Operations whose descriptors the ranks of a partition have written, in one line per channel of
 * each block transfer engine ({@code docs/models/aries-nic.md}, "Block transfer engine"). A line
 * issues all packets of its first operation before those of the next. Confined to its partition.
 */
interface DescriptorLines {
  /** Returns what a channel's next packet is for. */
  AriesOperation operation(int channel);

  /** Returns the node that a channel's next packet is for. */
  int destination(int channel);

  /** Returns the sequence number of a channel's next packet. */
  long sequence(int channel);

  /** Returns the bytes of data that a channel's next packet is about. */
  int data(int channel);

  /** Returns the bytes that a channel's next and later packets of the operation are about. */
  long bytes(int channel);

  /** Returns whether a channel's next packet is the last of its operation. */
  boolean endsOperation(int channel);

  /**
   * Phase 2: a channel's next packet has been issued, and its successor takes its place.
   *
   * @param packet of the pool that it is now, complete but for words that only commands need
   * @param transaction that it belongs to
   */
  void issued(int nic, int channel, int packet, int transaction, long tick);

  /** Drops the packets that a channel of a NIC on a failing node has not issued. */
  void close(int nic, int channel);

  /** Returns the number of lines that are not empty. */
  int active();
}
