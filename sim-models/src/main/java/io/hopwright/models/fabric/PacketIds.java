package io.hopwright.models.fabric;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63               2n 2n−1         n n−1      0
 * +-------------------+--------------+----------+
 * |     sequence      | destination  |  source  |
 * +-------------------+--------------+----------+
 * </pre>
 *
 * <p>The number n of bits follows from the number of nodes. Immutable; safe for any thread.
 */
final class PacketIds {
  private final int nodeBits;
  private final long nodeMask;

  PacketIds(int nodes) {
    nodeBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1));
    nodeMask = (1L << nodeBits) - 1;
  }

  /**
   * Packs a packet.
   *
   * @throws IllegalStateException if its sequence number does not fit
   */
  long of(int source, int destination, long sequence) {
    final long id = sequence << nodeBits << nodeBits | (long) destination << nodeBits | source;
    if (sequence(id) != sequence) {
      throw new IllegalStateException(
          "packet " + sequence + " of node " + source + ": its number needs too many bits");
    }
    return id;
  }

  int source(long id) {
    return (int) (id & nodeMask);
  }

  int destination(long id) {
    return (int) (id >>> nodeBits & nodeMask);
  }

  long sequence(long id) {
    return id >>> nodeBits >>> nodeBits;
  }
}
