package io.hopwright.models.cascade.network;

import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Counter;
import io.hopwright.models.switching.crossbar.PortStatistics;
import java.util.function.Predicate;

/** Counters that only a Cascade has. */
public enum CascadeCounter implements Counter {
  REQUESTS(
      run -> true,
      Result.ofRun(
          "requestsDelivered",
          "requests",
          "Requests delivered",
          "requests delivered, over the whole run")),

  /** Links that delivered requests took. */
  REQUEST_HOPS,

  NON_MINIMAL(
      run -> true,
      Result.ofInterval(
          "nonMinimal",
          "requests",
          "Non-minimal requests",
          "requests delivered on non-minimal routes (over a root)")),

  /** Green links that delivered packets took; black and blue ones follow. */
  GREEN,
  BLACK,
  BLUE,

  TRANSACTIONS(
      Counted::isAries,
      Result.ofInterval(
          "transactions",
          "transactions",
          "Transactions completed",
          "transactions of Aries NICs that became globally complete in the interval; null with"
              + " nic.model = rate")),

  /** Ticks of {@link #TRANSACTIONS} from birth to the issue of the last packet. */
  LOCAL_TICKS,

  /** Ticks of {@link #TRANSACTIONS} from birth to completion. */
  GLOBAL_TICKS,

  /** Ticks of {@link #TRANSACTIONS} from birth to the tick in which their event is visible. */
  EVENT_TICKS,

  /** Operations of Aries NICs that are complete at the target. */
  REMOTE,

  /** Ticks of {@link #REMOTE} from birth to then. */
  REMOTE_TICKS,

  /** Requests delivered, where packets may be lost. */
  RESPONSES_MADE,

  TIMED_OUT(
      Counted::isLossy,
      Result.ofRun(
          "requestsTimedOut",
          "requests",
          "Requests timed out",
          "requests that timed out, over the whole run; null unless links or blades"
              + " fail, or nic.timeoutTicks is set")),
  LATE(
      Counted::isLossy,
      Result.ofRun(
          "responsesLate",
          "packets",
          "Late responses",
          "responses to requests that had timed out, over the whole run; null if"
              + " requestsTimedOut is null")),
  DISCARDED(
      Counted::isLossy,
      Result.ofRun(
          "packetsLost",
          "packets",
          "Packets lost",
          "packets that were lost, over the whole run; null if requestsTimedOut is" + " null")),
  UNROUTABLE(
      Counted::isLossy,
      Result.ofRun(
          "packetsUnroutable",
          "packets",
          "Packets without a route",
          "packets lost because the routing table had no entry, over the whole run;"
              + " null if requestsTimedOut is null")),
  FAILED(
      Counted::isLossy,
      Result.ofRun(
          "transactionsFailed",
          "transactions",
          "Transactions failed",
          "with nic.model = aries, transactions that completed with a timed-out"
              + " request, over the whole run; null if requestsTimedOut is null")),

  /** Collectives that nodes were through by hardware. */
  COLLECTIVES,

  /** Ticks of {@link #COLLECTIVES}, from when a node joined. */
  COLLECTIVE_TICKS,

  COLLECTIVES_WRONG(
      Counted::hasCollectives,
      Result.ofRun(
          "collectiveResultsWrong",
          "collectives",
          "Wrong results",
          "collectives with a wrong result; 0 unless the simulator has an error; null"
              + " unless nic.model = aries and there are jobs")),
  SENDS_REFUSED(
      Counted::hasSends,
      Result.ofRun(
          "sendsRefused",
          "operations",
          "Sends refused",
          "Sends for which the target had no buffer or too small a buffer, over the whole"
              + " run; null unless workload.operation = bte-send")),
  BLOCKED(
      Counted::hasDomains,
      Result.ofRun(
          "requestsBlocked",
          "requests",
          "Requests blocked",
          "requests to nodes of another communication domain, over the whole run; null unless"
              + " workload.domains is above 1"));

  /** Conditions that decide which counters a run has. */
  public interface Counted {
    /** Returns whether NICs are those of Aries. */
    boolean isAries();

    /** Returns whether packets can be lost or requests given up. */
    boolean isLossy();

    /** Returns whether collectives can be done by hardware. */
    boolean hasCollectives();

    /** Returns whether operations are Sends. */
    boolean hasSends();

    /** Returns whether there are several communication domains. */
    boolean hasDomains();
  }

  private static final int FIRST = PortStatistics.totals(CascadeRouter.KINDS.size());

  /** Totals about frames on links with errors, behind all others. */
  public static final FrameCounts FRAMES = FrameCounts.from(FIRST + values().length);

  /** Number of all totals. */
  public static final int SIZE = FIRST + values().length + FrameCounts.SIZE;

  @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
  private final Predicate<Counted> counted;

  @SuppressWarnings("ImmutableEnumChecker") // its metric is: lists are copied
  private final Result result;

  CascadeCounter() {
    this(run -> true, null);
  }

  CascadeCounter(Predicate<Counted> counted, Result result) {
    this.counted = counted;
    this.result = result;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // the order of the constants is that of the totals
  public int slot() {
    return FIRST + ordinal();
  }

  @Override
  public Result result() {
    return result;
  }

  /** Returns whether a run counts it, so that its result is not null. */
  public boolean isCounted(Counted run) {
    return counted.test(run);
  }
}
