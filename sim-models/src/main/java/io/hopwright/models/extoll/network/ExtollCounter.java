package io.hopwright.models.extoll.network;

import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Counter;
import io.hopwright.models.switching.crossbar.PortStatistics;

/**
 * Counters that only this machine has: accesses to memory of other nodes, and interrupts ({@code
 * docs/models/extoll.md}, "What is counted").
 */
public enum ExtollCounter implements Counter {
  FORWARDED(
      Result.ofRun(
          "accesses.forwarded",
          "accesses",
          "Accesses forwarded",
          "stores and loads that SMFU forwarded to another node through an interval,"
              + " and those of accelerators to their hosts, over the whole run; null"
              + " without threads")),
  OUTSIDE(
      Result.ofRun(
          "accesses.outside",
          "accesses",
          "Accesses outside",
          "accesses outside all intervals, which are dropped, over the whole run;"
              + " null without threads")),
  REJECTED(
      Result.ofRun(
          "accesses.rejected",
          "accesses",
          "Accesses rejected",
          "accesses rejected by the Root Port of an accelerator because they are"
              + " outside its windows, over the whole run; null without threads")),
  DISPLACEMENT(
      Result.ofRun(
          "accesses.displacement",
          "B",
          "Displacement of accesses",
          "sum of the addresses of forwarded accesses, minus the sum of the addresses"
              + " of arrived accesses translated back to the origin, over the whole run; 0"
              + " if all have arrived and were translated correctly; null without threads")),
  INTERRUPTS(
      Result.ofRun(
          "interrupts.taken",
          "interrupts",
          "Interrupts",
          "interrupts of accelerators that were taken by their hosts, over the whole"
              + " run; null without threads")),
  BEHIND_ENTRY(
      Result.ofRun(
          "interrupts.behindEntry",
          "interrupts",
          "Interrupts behind their entry",
          "taken interrupts whose entry in the host's notification queue was already"
              + " in memory, over the whole run; null without threads")),
  VECTORS(
      Result.ofRun(
          "interrupts.vectors",
          "vectors",
          "Vectors of interrupts",
          "pairs of an accelerator and an MSI vector with at least one interrupt"
              + " taken, over the whole run; null without threads"));

  private static final int FIRST = PortStatistics.totals(ExtollRouter.KINDS.size());

  /** Totals about frames that get lost, behind all others. */
  public static final FrameCounts LINKS = FrameCounts.from(FIRST + values().length);

  /** Number of all totals. */
  public static final int SIZE = FIRST + values().length + FrameCounts.SIZE;

  @SuppressWarnings("ImmutableEnumChecker") // its metric is: lists are copied
  private final Result result;

  ExtollCounter(Result result) {
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
}
