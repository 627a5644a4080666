package io.hopwright.models.cascade;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;

/**
 * What the ranks of nodes with an Aries NIC do with the messages of a workload ({@code
 * docs/models/aries-nic.md}, "Operations"). Immutable.
 *
 * @param operation what each message is
 * @param ranks of a node, which share out its messages
 * @param launched whether operations are launched
 * @param blocking whether a rank waits for the event of an operation before the next
 * @param notifies whether an event is written at the target
 * @param operationsPerTransaction 0 if a rank has one transaction that never ends
 * @param domains of communication, to which nodes are dealt out
 * @param arrayBytes of the array at each node that operations are about
 * @param draws where in it
 */
record AriesWorkload(
    AriesOperation operation,
    int ranks,
    boolean launched,
    boolean blocking,
    boolean notifies,
    int operationsPerTransaction,
    int domains,
    long arrayBytes,
    Draws draws) {

  static final Key<AriesOperation> OPERATION =
      Key.choice("workload.operation", AriesOperation.PUT, Choice.of(AriesOperation.ofWorkloads()))
          .ofRun("for nic.model = aries: what a message is");
  static final Key<Integer> RANKS =
      Key.integer("workload.ranks", 1, 1, 120)
          .assumed("for nic.model = aries: ranks of a node, to which its messages are dealt out");
  static final Key<Boolean> LAUNCH =
      Key.flag("workload.launch", false)
          .meaning("for nic.model = aries: whether operations are launched, a single write each")
          .source(Cascade.PAPER + "IV.B");
  static final Key<Boolean> BLOCKING =
      Key.flag("workload.blocking", false)
          .ofRun("for nic.model = aries: whether a rank waits for the event of each operation");
  static final Key<Boolean> NOTIFY =
      Key.flag("workload.notify", false)
          .meaning("for nic.model = aries: whether an event is written at the target")
          .source(Cascade.PAPER + "IV.B");
  static final Key<Integer> OPERATIONS_PER_TRANSACTION =
      Key.integer("workload.operationsPerTransaction", 1, 0, 1 << 20)
          .ofRun(
              "for nic.model = aries: operations of a rank in a transaction; 0: all, without an"
                  + " end");
  static final Key<Integer> DOMAINS =
      Key.integer("workload.domains", 1, 1, 1 << 12)
          .meaning(
              "for nic.model = aries: communication domains, to which nodes are dealt out; what is"
                  + " sent to another one is blocked")
          .source(Cascade.PAPER + "VI");
  static final Key<Long> ARRAY_BYTES =
      Key.longBytes("workload.arrayBytes", 8L, 8, 8L << 30)
          .ofRun("for nic.model = aries: array at each node that operations are about, at random");

  /** All of them. */
  static final List<Key<?>> KEYS =
      List.of(
          OPERATION,
          RANKS,
          LAUNCH,
          BLOCKING,
          NOTIFY,
          OPERATIONS_PER_TRANSACTION,
          DOMAINS,
          ARRAY_BYTES);

  private static final int LINE = 64;
  private static final List<Integer> SCATTERED = List.of(64, 128, 256);

  /**
   * Reads the settings.
   *
   * @param messageBytes sizes of messages
   * @throws SettingsException naming all that does not fit together
   */
  static AriesWorkload of(Settings settings, List<Integer> messageBytes) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (!AriesKeys.chosen(settings)) {
      AriesKeys.refuse(settings, KEYS, problems);
    } else if (WorkloadKeys.jobs(settings)) {
      AriesKeys.refuse(
          settings, KEYS, "is set, but programs say what ranks do; leave it out", problems);
    }
    final AriesWorkload workload =
        new AriesWorkload(
            settings.get(OPERATION),
            settings.get(RANKS),
            settings.get(LAUNCH),
            settings.get(BLOCKING),
            settings.get(NOTIFY),
            settings.get(OPERATIONS_PER_TRANSACTION),
            settings.get(DOMAINS),
            settings.get(ARRAY_BYTES),
            Purpose.ADDRESS.draws(settings.get(RunPlan.SEED)));
    workload.check(settings, messageBytes, problems);
    problems.throwIfAny();
    return workload;
  }

  private void check(
      Settings settings, List<Integer> messageBytes, SettingsException.Collector problems) {
    final int largest = messageBytes.stream().mapToInt(bytes -> bytes).max().orElseThrow();
    final String is = "is " + settings.value(OPERATION) + ", ";
    problems.when(
        operation.atomic() && !messageBytes.equals(List.of(AriesOperation.WORD)),
        OPERATION,
        is + "but messages are not of 8 B, a word; set workload.messageBytes = 8 B");
    problems.when(
        operation == AriesOperation.SCATTER && !SCATTERED.containsAll(messageBytes),
        OPERATION,
        is + "but messages are not all of 64, 128 or 256 B; set workload.messageBytes");
    problems.when(
        launched && !operation.atomic() && operation != AriesOperation.PUT,
        LAUNCH,
        "is true, but only put, amo and fetch-amo can be launched; leave it out");
    problems.when(
        launched && operation == AriesOperation.PUT && largest > AriesOperation.WORD,
        LAUNCH,
        "is true, but messages have up to "
            + largest
            + " B and a launch carries 8; make them smaller, or leave it out");
    problems.when(
        operation.inBlocks() && operationsPerTransaction != 1,
        OPERATION,
        is
            + "each of which is a transaction, but %s = %s; set 1"
                .formatted(OPERATIONS_PER_TRANSACTION.name(), operationsPerTransaction));
    problems.when(
        blocking && operationsPerTransaction != 1,
        BLOCKING,
        "is true, but %s = %s, so that operations have no events of their own; set 1"
            .formatted(OPERATIONS_PER_TRANSACTION.name(), operationsPerTransaction));
    problems.when(
        notifies && (!operation.writes() || operation == AriesOperation.BTE_SEND),
        NOTIFY,
        "is true, but only put, scatter and bte-put write events at the target; leave it out");
    problems.when(
        notifies && largest > Packets.MAX_DATA && !RoutingPolicy.inOrder(settings),
        NOTIFY,
        "is true and messages of "
            + largest
            + " B have several packets, of which the last may overtake others; set"
            + " router.routing = deterministic, and no other workload.routing");
  }

  /** Tells whether two nodes are of different domains. */
  boolean isForeign(int node, int other) {
    return domains > 1 && node % domains != other % domains;
  }

  /** Returns the address that a packet of a node's message is about, by its place in it. */
  long address(int node, long message, long packet) {
    final int unit = operation.atomic() ? AriesOperation.WORD : LINE;
    final long units = Math.max(1, arrayBytes / unit);
    return (long) unit * Draws.pick(draws.draw(node, message, 0), (int) units) + LINE * packet;
  }
}
