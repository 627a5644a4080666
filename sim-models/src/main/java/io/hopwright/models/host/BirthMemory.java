package io.hopwright.models.host;

/**
 * Cache of the latest generation times of a sender's messages at each node. Each generation time
 * follows from the one before. Messages join the FIFOs in turn, so that each time is read by
 * another FIFO. Without the cache, every FIFO would compute all of them.
 *
 * <p>Confined to its partition; 72 B per node.
 */
public final class BirthMemory {
  private static final int REMEMBERED = 8;

  private final Messages messages;
  private final int[] nodes;
  private final long[] latest;
  private final long[] births;

  /** Remembers the first message of each of some nodes. */
  public BirthMemory(Messages messages, int... nodes) {
    this.messages = messages;
    this.nodes = nodes;
    latest = new long[nodes.length];
    births = new long[nodes.length * REMEMBERED];
    for (int node = 0; node < nodes.length; node++) {
      births[node * REMEMBERED] = birthAfter(node, 0, -1);
    }
  }

  /**
   * Returns the birth of a message of a node, by its index among them.
   *
   * @param count messages of the sender before it
   * @param earlier a count not above that whose birth the caller knows
   * @param earlierBirth birth of that one
   */
  public long birth(int node, long count, long earlier, long earlierBirth) {
    if (count <= latest[node] - REMEMBERED) {
      long birth = earlierBirth;
      for (long next = earlier + 1; next <= count; next++) {
        birth = birthAfter(node, next, birth);
      }
      return birth;
    }
    while (latest[node] < count) {
      final long last = births[at(node, latest[node])];
      latest[node]++;
      births[at(node, latest[node])] = birthAfter(node, latest[node], last);
    }
    return births[at(node, count)];
  }

  private long birthAfter(int node, long count, long last) {
    return messages.birth(nodes[node], messages.number(count), last);
  }

  private static int at(int node, long count) {
    return node * REMEMBERED + ((int) count & (REMEMBERED - 1));
  }
}
