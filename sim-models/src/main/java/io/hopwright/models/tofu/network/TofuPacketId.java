package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63     s+n+1 s+n     s+1   s    s−1               0
 * +------------+-----------+-----+---------------------+
 * | requester  |  target   |class|   sequence number   |
 * +------------+-----------+-----+---------------------+
 * </pre>
 *
 * <p>Class 0 goes from requester to target, its answer back in class 1. Nodes have as many bits n
 * as the machine needs, at most 20; the sequence number has the rest, s = 23 to 27. The order of
 * fields matters: a router compares identities as unsigned numbers. Immutable; safe for any thread.
 */
public final class TofuPacketId {
  /** Largest number of nodes of a machine. */
  public static final int MAX_NODES = 1 << 20;

  /** Class of packets that are sent unasked. */
  public static final int REQUEST = 0;

  /** Class of answers. */
  public static final int ANSWER = 1;

  /** Number of classes. */
  public static final int CLASSES = 2;

  private static final int MOST_SEQUENCE_BITS = 27;

  private final int classShift;
  private final int targetShift;
  private final int requesterShift;
  private final int nodeMask;
  private final long maxSequence;

  /** Lays out the fields for a machine of at most {@link #MAX_NODES} nodes. */
  public TofuPacketId(Tofu6D machine) {
    final int nodeBits = Integer.SIZE - Integer.numberOfLeadingZeros(machine.routers() - 1);
    classShift = Math.min(MOST_SEQUENCE_BITS, Long.SIZE - 1 - 2 * nodeBits);
    targetShift = classShift + 1;
    requesterShift = targetShift + nodeBits;
    nodeMask = (1 << nodeBits) - 1;
    maxSequence = (1L << classShift) - 1;
  }

  /** Returns the largest sequence number, 2ⁿ − 1 with n between 23 and 27. */
  public long maxSequence() {
    return maxSequence;
  }

  /**
   * Packs a request.
   *
   * @throws IllegalStateException if its sequence number does not fit
   */
  public long request(int requester, int target, long sequence) {
    if (sequence > maxSequence) {
      throw new IllegalStateException(
          "packet " + sequence + " of node " + requester + " does not fit; shorten the run");
    }
    return (long) requester << requesterShift | (long) target << targetShift | sequence;
  }

  /** Returns the answer to a request. */
  public long answerTo(long request) {
    return request | 1L << classShift;
  }

  public int packetClass(long id) {
    return (int) (id >>> classShift) & 1;
  }

  public int requester(long id) {
    return (int) (id >>> requesterShift);
  }

  public int target(long id) {
    return (int) (id >>> targetShift) & nodeMask;
  }

  public long sequence(long id) {
    return id & maxSequence;
  }

  public int source(long id) {
    return packetClass(id) == REQUEST ? requester(id) : target(id);
  }

  public int destination(long id) {
    return packetClass(id) == REQUEST ? target(id) : requester(id);
  }
}
