package io.hopwright.models.reference;

import java.util.Map;

/** A machine that a naive model simulates, all of it at once. Confined to one thread. */
public interface ReferenceMachine {
  /** Among {@link #counts}: packets delivered, and the bytes of the workload in them. */
  String DELIVERED = "packetsDelivered";

  String BYTES_DELIVERED = "bytesDelivered";

  /**
   * Among {@link #counts}: packets that entered the network, requests alone where response times
   * are those of requests, and the bytes of the workload in them.
   */
  String INJECTED = "packetsInjected";

  String BYTES_INJECTED = "bytesInjected";

  /** Among {@link #counts}: deliveries done or due of the packets injected. */
  String DUE = "deliveriesDue";

  /** Among {@link #counts}: packets started on links, and ticks that these take. */
  String HOPS = "packetHops";

  String BUSY_TICKS = "busyTicks";

  /** Among {@link #counts}: deliveries whose response times count, and the links they took. */
  String TIMED = "timed";

  String TIMED_HOPS = "timedHops";

  /** Their response times; may be left out. */
  String RESPONSE_TICKS = "responseTicks";

  /**
   * Has {@code statistics} told of births and deliveries from now on. If the run follows packets,
   * it is told at once of every birth before the end of the measured interval, also of those to
   * come.
   */
  void measuredBy(ReferenceStatistics statistics);

  /** Returns whether sources never run dry, so that nobody can follow their packets to the last. */
  boolean isEndless();

  /** Returns the next tick to simulate. */
  long tick();

  /** Simulates the ticks before {@code stopTick} that have not been simulated yet. */
  void run(long stopTick);

  /**
   * Simulates until all ranks that are waited for have ended, or nothing will ever move those that
   * have not, and on to the next tick of the stop grid; no farther than to {@code stopTick}.
   */
  default void runToTheEnd(long gridTicks, long stopTick) {
    while (ranksRunning() > 0 && !isHalted() && nextEffectTick() < stopTick) {
      run(nextEffectTick() + 1);
    }
    run(Math.min(-Math.floorDiv(-tick(), gridTicks) * gridTicks, stopTick));
  }

  /** Returns the next tick in which something may happen; {@code Long.MAX_VALUE} if none. */
  long nextEffectTick();

  /** Returns whether no source has anything to send, now or later, and nothing is missing there. */
  boolean isSettled();

  /** Returns how many ranks of jobs that are waited for have not ended. */
  default long ranksRunning() {
    return 0;
  }

  /** Returns how many operations the ranks of these jobs have begun. */
  default long operationsDone() {
    return 0;
  }

  /**
   * Returns whether there are such ranks, and they wait for ever whatever jobs in the background
   * do.
   */
  default boolean isHalted() {
    return false;
  }

  /** Returns what was measured of jobs up to now. */
  default ReferenceJobNumbers jobs() {
    return ReferenceJobNumbers.NONE;
  }

  /** Returns what has been counted up to now, by name; those above among it. */
  Map<String, Long> counts();

  /** Looks at the buffers and counts what it sees, if it has counts of that. */
  default void sample() {}

  /**
   * Checks that nothing has been lost or made.
   *
   * @throws IllegalStateException if something has
   */
  void checkConservation();

  /** Returns the sum of the delivery words of all deliveries so far, modulo 2^64. */
  long digest();

  /**
   * Appends who waits for what, one line each.
   *
   * @return the number of packets that wait
   */
  long describeWaiting(StringBuilder report);
}
