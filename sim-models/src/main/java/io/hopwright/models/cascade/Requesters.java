package io.hopwright.models.cascade;

import io.hopwright.models.measure.Supply;
import io.hopwright.models.traffic.Births;

/**
 * The next request of each node of a partition; what is behind it follows from the workload.
 *
 * <p>Confined to its partition; 32 B per NIC.
 */
final class Requesters implements Supply {
  private final Messages messages;
  private final int[] nodes;
  private final long[] sequences;
  private final long[] births;
  private final int[] targets;
  private final int[] following;
  private int active;

  /**
   * Prepares the first request of each node.
   *
   * @param nodes node at each NIC, negative for none
   */
  Requesters(Messages messages, int[] nodes) {
    this.messages = messages;
    this.nodes = nodes;
    sequences = new long[nodes.length];
    births = new long[nodes.length];
    targets = new int[nodes.length];
    following = new int[nodes.length];
    for (int nic = 0; nic < nodes.length; nic++) {
      births[nic] = Births.NEVER;
      if (nodes[nic] >= 0) {
        active++;
        nextMessage(nic, 0, -1);
      }
    }
  }

  private void nextMessage(int nic, long message, long previousBirth) {
    births[nic] = messages.births().birth(nodes[nic], message, previousBirth);
    if (births[nic] == Births.NEVER) {
      active--;
      return;
    }
    targets[nic] = messages.destinations().destination(nodes[nic], message);
    following[nic] = messages.requests() - 1;
  }

  /** Replaces the request issued at {@code tick} by its successor. */
  void next(int nic, long tick) {
    sequences[nic]++;
    if (following[nic] > 0) {
      following[nic]--;
    } else {
      nextMessage(nic, sequences[nic] / messages.requests(), births[nic]);
    }
    if (messages.births().saturated() && births[nic] != Births.NEVER) {
      births[nic] = tick;
    }
  }

  /** Returns the birth of a NIC's next request, {@link Births#NEVER} if there is none. */
  long birth(int nic) {
    return births[nic];
  }

  int target(int nic) {
    return targets[nic];
  }

  long sequence(int nic) {
    return sequences[nic];
  }

  /** Returns the bytes of data of a NIC's next request. */
  int data(int nic) {
    return messages.data(following[nic]);
  }

  /** Returns the bytes of data of a request by its sequence number. */
  int dataOf(long sequence) {
    final int requests = messages.requests();
    return messages.data(requests - 1 - (int) (sequence % requests));
  }

  /** Returns the number of nodes that have requests to issue, now or later. */
  int active() {
    return active;
  }

  /** Tells whether node {@code target} is where a request goes. */
  boolean sentTo(int requester, long sequence, int target) {
    final long message = sequence / messages.requests();
    return messages.destinations().destination(requester, message) == target;
  }

  @Override
  public long bornIn(long from, long to) {
    long count = 0;
    for (int node : nodes) {
      count += node < 0 ? 0 : messages.births().bornIn(node, 0, 1, from, to);
    }
    return count * messages.requests();
  }

  @Override
  public boolean anyEndless() {
    return messages.births().saturated();
  }

  @Override
  public boolean allEndless() {
    return messages.births().saturated();
  }
}
