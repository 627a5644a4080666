package io.hopwright.models.host;

import io.hopwright.models.traffic.Births;

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

  /** Tick from which on the remembered times follow another rate; −1 for none. */
  private long changesAt;

  /** Remembers the first message of each of some nodes. */
  public BirthMemory(Messages messages, int... nodes) {
    this.messages = messages;
    this.nodes = nodes;
    latest = new long[nodes.length];
    births = new long[nodes.length * REMEMBERED];
    changesAt = messages.births().changesAt();
    for (int node = 0; node < nodes.length; node++) {
      births[node * REMEMBERED] = birthAfter(node, 0, -1);
    }
  }

  /**
   * Returns the generation time of a message of a node, by its index among them.
   *
   * @param count number of the sender's earlier messages
   * @param earlier a count not above that one, whose generation time the caller knows
   * @param earlierBirth generation time for {@code earlier}
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

  /** Returns whether the rate changes at a tick other than when this state was taken. */
  public boolean isOutdated() {
    return changesAt != messages.births().changesAt();
  }

  /**
   * Recomputes times that were computed with the rate before its change. The first message that is
   * generated at or after the tick of the change follows its predecessor in any case.
   *
   * @throws IllegalArgumentException if a message that was never generated is generated now
   */
  public void update() {
    changesAt = messages.births().changesAt();
    for (int node = 0; node < nodes.length; node++) {
      long count = Math.max(0, latest[node] - REMEMBERED + 1);
      if (count > 0 && births[at(node, count)] >= changesAt) {
        throw new IllegalArgumentException("the state has too many later messages of a node");
      }
      while (count < latest[node] && births[at(node, count)] < changesAt) {
        count++;
      }
      while (count < latest[node]) {
        final long birth = birthAfter(node, count + 1, births[at(node, count)]);
        count++;
        if (births[at(node, count)] == Births.NEVER && birth != Births.NEVER) {
          throw new IllegalArgumentException(
              "sources had ended that go on with this workload.load");
        }
        births[at(node, count)] = birth;
      }
    }
  }

  private long birthAfter(int node, long count, long last) {
    return messages.birth(nodes[node], messages.number(count), last);
  }

  private static int at(int node, long count) {
    return node * REMEMBERED + ((int) count & (REMEMBERED - 1));
  }
}
