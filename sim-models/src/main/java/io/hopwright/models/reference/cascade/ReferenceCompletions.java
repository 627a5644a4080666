package io.hopwright.models.reference.cascade;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.reference.ReferenceCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** What becomes of operations: the last paragraph of "What is measured" of the NIC's page. */
final class ReferenceCompletions {
  private static final String TRANSACTIONS = "transactions";
  private static final String FAILED = "transactionsFailed";
  private static final String LOCAL = "localTicks";
  private static final String GLOBAL = "globalTicks";
  private static final String EVENT = "eventTicks";
  private static final String OPERATIONS = "operationsAtTarget";
  private static final String REMOTE = "remoteTicks";

  private long transactions;
  private long failed;

  /** Ticks from birth to each kind of completion, of all transactions and operations together. */
  private long localTicks;

  private long globalTicks;
  private long eventTicks;
  private long operations;
  private long remoteTicks;

  /** A transaction becomes globally complete. */
  void onTransaction(ReferenceTransaction transaction, long tick, long visibleTick) {
    transactions++;
    failed += transaction.hasFailed() ? 1 : 0;
    localTicks += transaction.localTick() - transaction.birthTick;
    globalTicks += tick - transaction.birthTick;
    eventTicks += visibleTick - transaction.birthTick;
  }

  /** The request of an operation's last packet is delivered. */
  void onOperation(long birthTick, long tick) {
    operations++;
    remoteTicks += tick - birthTick;
  }

  void putInto(Map<String, Long> counts) {
    counts.put(TRANSACTIONS, transactions);
    counts.put(FAILED, failed);
    counts.put(LOCAL, localTicks);
    counts.put(GLOBAL, globalTicks);
    counts.put(EVENT, eventTicks);
    counts.put(OPERATIONS, operations);
    counts.put(REMOTE, remoteTicks);
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
