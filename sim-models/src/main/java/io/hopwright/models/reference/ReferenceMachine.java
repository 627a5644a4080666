package io.hopwright.models.reference;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Machine simulated as a whole by a naive model: the common bookkeeping of all machines, without
 * rules of any. In a tick, events come first, in any order (phase 1), then {@link #act} (phase 2).
 * Confined to one thread.
 */
public abstract class ReferenceMachine {
  /** Among {@link #counts}: packets delivered, and the bytes of the workload in them. */
  public static final String DELIVERED = "packetsDelivered";

  public static final String BYTES_DELIVERED = "bytesDelivered";

  /**
   * Among {@link #counts}: packets that entered the network, requests alone where response times
   * are those of requests, and the bytes of the workload in them.
   */
  public static final String INJECTED = "packetsInjected";

  public static final String BYTES_INJECTED = "bytesInjected";

  /** Among {@link #counts}: deliveries done or due of the packets injected. */
  public static final String DUE = "deliveriesDue";

  /** Among {@link #counts}: packets started on links, and ticks that these take. */
  public static final String HOPS = "packetHops";

  public static final String BUSY_TICKS = "busyTicks";

  /** Among {@link #counts}: deliveries whose response times count, and the links they took. */
  public static final String TIMED = "timed";

  public static final String TIMED_HOPS = "timedHops";

  /** Their response times; may be left out. */
  public static final String RESPONSE_TICKS = "responseTicks";

  private final ReferenceEvents events = new ReferenceEvents();
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** Sequence numbers that have been delivered, by source and class. */
  private final Map<List<Integer>, BitSet> sequences = new HashMap<>();

  private ReferenceRanks ranks = ReferenceRanks.NONE;

  /** Receiver of all events of packets; null for none. */
  private ReferenceStatistics statistics;

  /** The tick being simulated, or the last one in which something happened. */
  private long now = -1;

  /** The next tick to simulate. */
  private long tick;

  private long digest;

  /** Packets that have entered the network and have not been delivered. */
  private long inFlight;

  // ----------------------------------------------------------------------------------- ticks

  /** Connects the ranks of jobs with the machine. */
  public final void host(ReferenceRanks ofJobs) {
    ranks = ofJobs;
  }

  /** Returns whether jobs run on the machine. */
  public final boolean hasJobs() {
    return ranks != ReferenceRanks.NONE;
  }

  /** Returns the ranks of all jobs. */
  public final ReferenceRanks ranks() {
    return ranks;
  }

  /** Processes events and nodes of a tick in reverse order, which must not change any result. */
  public final void goBackwards() {
    events.goBackwards();
  }

  /** Returns the tick being simulated, or the last one with an event. */
  public final long now() {
    return now;
  }

  /** Returns the next tick to simulate. */
  public final long tick() {
    return tick;
  }

  /** Schedules an event in phase 1 of a later tick. */
  public final void at(long later, Runnable effect) {
    at(later, () -> true, effect);
  }

  /** Schedules an event that has no effect if it no longer stands. */
  public final void at(long later, BooleanSupplier stands, Runnable effect) {
    events.at(now, later, stands, effect);
  }

  /** Schedules an evaluation of nodes at a tick, unless that is already scheduled. */
  public final void wake(long when) {
    if (when > now) {
      at(when, () -> {});
    }
  }

  /** Returns nodes in the order in which they take their turns in a tick. */
  protected final <T> List<T> inOrder(List<T> nodes) {
    return events.inOrder(nodes);
  }

  /** Phase 2 of the tick {@link #now}. */
  protected abstract void act();

  /** Simulates the ticks before {@code stopTick} that have not been simulated yet. */
  public final void run(long stopTick) {
    for (long next = nextEffectTick(); next < stopTick; next = nextEffectTick()) {
      beforeTick(next);
      now = next;
      events.happen(now);
      act();
    }
    tick = Math.max(tick, stopTick);
  }

  /** Examines the state before anything happens in a tick. */
  protected void beforeTick(long next) {}

  /**
   * Simulates until all required ranks have ended, or the others are blocked forever, and on to the
   * next tick of the stop grid; at most to {@code stopTick}.
   */
  public final void runToTheEnd(long gridTicks, long stopTick) {
    while (ranksRunning() > 0 && !ranksBlocked() && nextEffectTick() < stopTick) {
      run(nextEffectTick() + 1);
    }
    run(Math.min(-Math.floorDiv(-tick(), gridTicks) * gridTicks, stopTick));
  }

  /** Returns the next tick in which an event may happen; {@code Long.MAX_VALUE} if none. */
  public long nextEffectTick() {
    return Math.min(events.nextTick(), Math.max(now + 1, ranks.nextTick()));
  }

  /** Returns the number of required ranks that have not ended. */
  public final long ranksRunning() {
    return ranks.ranksRunning();
  }

  /**
   * Returns whether there are such ranks, and they wait forever, even if jobs in the background
   * continue.
   */
  public boolean ranksBlocked() {
    return ranks.ranksBlocked(tick);
  }

  /** Returns whether sources are endless, so that not all their packets can be followed. */
  public abstract boolean isEndless();

  /** Returns whether there are open-loop sources, which have an offered load. */
  public boolean hasOpenLoop() {
    return !isEndless();
  }

  /**
   * Returns whether no source has packets to send, now or later, and all its resources are free.
   */
  public abstract boolean isSettled();

  /**
   * Checks that no packet or credit has been lost or added.
   *
   * @throws IllegalStateException otherwise
   */
  public abstract void checkConservation();

  // -------------------------------------------------------------------------------- measures

  /**
   * Reports generations and deliveries to {@code statistics} from now on. If the run follows
   * packets, every generation before the end of the measured interval is reported at once,
   * including future ones.
   */
  final void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
    if (statistics.following()) {
      tellBirths(statistics.run().measuredTo());
    }
  }

  /** Reports all generations before a tick beforehand, unless packets report their own. */
  protected void tellBirths(long stopTick) {}

  /** Returns whether a tick is in the measured interval. */
  public final boolean measures(long when) {
    return statistics != null && statistics.run().measures(when);
  }

  /**
   * Counts packets of a source with an end that are generated, or will be, with some bytes of the
   * workload.
   */
  public final void bear(long birthTick, long packets, long bytes) {
    bear(birthTick, packets, packets, bytes);
  }

  /** Counts such packets if they are delivered several times. */
  public final void bear(long birthTick, long packets, long deliveries, long bytes) {
    if (statistics != null) {
      statistics.onBirth(birthTick, packets, deliveries, bytes);
    }
  }

  /** Counts a packet that enters the network with some bytes of the workload. */
  public final void inject(long bytes, long deliveries) {
    add(INJECTED, 1);
    add(BYTES_INJECTED, bytes);
    add(DUE, deliveries);
    putInFlight(deliveries);
  }

  /** Adds packets in flight. */
  public final void putInFlight(long packets) {
    inFlight += packets;
  }

  /** Counts a packet that is lost in flight. */
  public final void loseInFlight() {
    inFlight--;
  }

  /** Counts a packet that an output of a kind starts, and the ticks for which it is busy. */
  public final void start(String kind, boolean link, long ticks) {
    add("started." + kind, 1);
    if (link) {
      add(HOPS, 1);
      keepBusy(ticks, "busyTicks." + kind, BUSY_TICKS);
    } else {
      keepBusy(ticks, "busyTicks." + kind);
    }
  }

  /** Counts ticks for which something is busy, one by one under these names. */
  public final void keepBusy(long ticks, String... names) {
    for (final String name : names) {
      add(name, ticks);
    }
    if (statistics != null && ticks > 0) {
      statistics.onTransmission(now + ticks, names);
    }
  }

  /** Counts the delivery of a packet with some bytes of the workload, and adds it to the digest. */
  public final void deliver(
      int source, int destination, int core, long sequence, int packetClass, long bytes) {
    enter(source, destination, core, sequence, packetClass, now);
    inFlight--;
    add(DELIVERED, 1);
    add(BYTES_DELIVERED, bytes);
    noteDelivery();
  }

  /** Something counts as delivered. */
  public final void noteDelivery() {
    if (statistics != null) {
      statistics.onDelivery(now);
    }
  }

  /** Adds an entry to the digest. */
  public final void enter(
      int source, int destination, int core, long sequence, int packetClass, long when) {
    digest += ReferenceDraws.deliveryWord(source, destination, core, sequence, packetClass, when);
  }

  /** Returns whether a source's packet of a class is delivered for the first time, now. */
  protected final boolean isFirst(int source, int packetClass, long sequence) {
    final BitSet before =
        sequences.computeIfAbsent(List.of(source, packetClass), key -> new BitSet());
    final boolean first = !before.get(Math.toIntExact(sequence));
    before.set(Math.toIntExact(sequence));
    return first;
  }

  /** A packet is delivered whose response time counts; at zero load it takes some ticks. */
  protected final void respond(long birthTick, long issueTick, long links, long emptyTicks) {
    final long ticks = now - birthTick;
    add(TIMED, 1);
    add(TIMED_HOPS, links);
    add(RESPONSE_TICKS, ticks);
    if (statistics != null) {
      statistics.onResponse(birthTick, ticks, now - issueTick, ticks - emptyTicks);
    }
  }

  /** Counts something. */
  public final void add(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  /** Raises a count to a value if that is larger. */
  public final void most(String name, long value) {
    counts.merge(name, value, Math::max);
  }

  /** Returns the counts so far, by name; all others are 0. */
  public Map<String, Long> counts() {
    return new LinkedHashMap<>(counts);
  }

  /** Returns a count. */
  public final long count(String name) {
    return counts().getOrDefault(name, 0L);
  }

  /** Returns how many packets have entered the network, as {@link #INJECTED} counts them. */
  final long packetsInjected() {
    return counts.getOrDefault(INJECTED, 0L);
  }

  /** Returns how many packets have entered the network and have not been delivered. */
  final long packetsInFlight() {
    return inFlight;
  }

  /** Returns the number of packets that wait in routers. */
  public long packetsQueued() {
    return 0;
  }

  /** Returns the number of requests that were issued and neither answered nor given up. */
  public long outstandingRequests() {
    return 0;
  }

  /** Samples the buffers, if the machine has counts of them. */
  public void sample() {}

  /** Returns the measurements of jobs so far. */
  public ReferenceJobNumbers jobs() {
    return ranks.numbersAt(tick);
  }

  /** Returns the sum of all entries so far, modulo 2^64. */
  public final long digest() {
    return digest + ranks.digest();
  }

  /**
   * Appends a line for each waiting packet, rank or thread.
   *
   * @return the number of packets that wait
   */
  public long describeWaiting(StringBuilder report) {
    return ranks.describeWaiting(report);
  }
}
