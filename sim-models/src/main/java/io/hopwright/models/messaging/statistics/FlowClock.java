package io.hopwright.models.messaging.statistics;

import java.util.Arrays;

/**
 * Keeps the tags of messages from their match with a receive until the receive is complete.
 * Confined to its partition; 4 B per open receive.
 */
public final class FlowClock {
  private static final int FIRST_RECEIVES = 64;

  private final FlowTimes flows;
  private int[] tagOfReceive = new int[FIRST_RECEIVES];

  /** Creates the clock of a partition in which no receive has a message. */
  public FlowClock(FlowTimes flows) {
    this.flows = flows;
  }

  /** Records the tag of the message that a receive has found. */
  public void match(int receive, int tag) {
    if (receive >= tagOfReceive.length) {
      tagOfReceive = Arrays.copyOf(tagOfReceive, Math.max(receive + 1, 2 * tagOfReceive.length));
    }
    tagOfReceive[receive] = tag;
  }

  /**
   * Adds the flow of a completed receive.
   *
   * @param collective whether its message belongs to a collective
   * @param number of the message among those that its source began
   */
  public void finish(
      int receive,
      int job,
      int source,
      int destination,
      boolean collective,
      int number,
      long bytes,
      long start,
      long tick) {
    flows.add(
        new FlowTimes.Row(
            job,
            source,
            destination,
            collective,
            tagOfReceive[receive],
            number,
            bytes,
            start,
            tick));
  }
}
