package io.hopwright.models.reference.cascade;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.reference.ReferenceCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** Completions of operations: the last paragraph of "What is measured" of the NIC's page. */
final class ReferenceCompletions {
  private static final String TRANSACTIONS = "transactions";
  private static final String FAILED = "transactionsFailed";
  private static final String OPERATIONS = "operationsAtTarget";

  /** Ticks from birth to each kind of completion, of all transactions and operations together. */
  private static final String LOCAL = "localTicks";

  private static final String GLOBAL = "globalTicks";
  private static final String EVENT = "eventTicks";
  private static final String REMOTE = "remoteTicks";

  private final ReferenceCascade cascade;

  ReferenceCompletions(ReferenceCascade cascade) {
    this.cascade = cascade;
  }

  /** A transaction becomes globally complete. */
  void onTransaction(ReferenceTransaction transaction, long tick, long visibleTick) {
    cascade.add(TRANSACTIONS, 1);
    cascade.add(FAILED, transaction.hasFailed() ? 1 : 0);
    cascade.add(LOCAL, transaction.localTick() - transaction.birthTick);
    cascade.add(GLOBAL, tick - transaction.birthTick);
    cascade.add(EVENT, visibleTick - transaction.birthTick);
  }

  /** The request of an operation's last packet is delivered. */
  void onOperation(long birthTick, long tick) {
    cascade.add(OPERATIONS, 1);
    cascade.add(REMOTE, tick - birthTick);
  }

  /** Returns the mean ticks to each kind of completion. */
  static Map<String, Object> ticks(ReferenceCounts counts) {
    final Map<String, Object> ticks = new LinkedHashMap<>();
    ticks.put("local", ratio(counts.get(LOCAL), (double) counts.get(TRANSACTIONS)));
    ticks.put("remote", ratio(counts.get(REMOTE), (double) counts.get(OPERATIONS)));
    ticks.put("global", ratio(counts.get(GLOBAL), (double) counts.get(TRANSACTIONS)));
    ticks.put("event", ratio(counts.get(EVENT), (double) counts.get(TRANSACTIONS)));
    return ticks;
  }
}
