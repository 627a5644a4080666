package io.hopwright.models.cascade.aries;

import io.hopwright.core.random.Draws;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.nic.NicModel;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;

/**
 * Operations of the ranks of nodes with an Aries NIC on the messages of a workload ({@code
 * docs/models/aries-nic.md}, "Operations"). Immutable.
 *
 * @param keys settings of the study
 * @param draws draws of locations in the array of a node
 */
public record AriesWorkload(Keys keys, Draws draws) {
  static final String RANKS = "workload.ranks";
  static final String OPERATIONS_PER_TRANSACTION = "workload.operationsPerTransaction";
  private static final String OPERATION = "workload.operation";
  private static final String LAUNCH = "workload.launch";
  private static final String BLOCKING = "workload.blocking";
  private static final String NOTIFY = "workload.notify";
  private static final String ARIES = "for nic.model = aries: ";
  private static final Key<AriesOperation> OPERATION_KEY =
      Key.choice(OPERATION, AriesOperation.PUT, Choice.of(AriesOperation.ofWorkloads()))
          .ofRun(ARIES + "operation of a message");

  /** Keys of operations. */
  public record Keys(
      @Setting(key = OPERATION) AriesOperation operation,
      @Setting(key = RANKS, byDefault = 1, min = 1, max = 120)
          @Meaning(ARIES + "ranks of a node; its messages are distributed over them")
          int ranks,
      @Setting(key = LAUNCH, word = "false")
          @Meaning(ARIES + "whether operations are launched, with a single write each")
          @Source(CascadePaper.SECTION + "IV.B")
          boolean launched,
      @Setting(key = BLOCKING, word = "false")
          @Meaning(ARIES + "whether a rank waits for the event of each operation")
          @Source(Key.OF_RUN)
          boolean blocking,
      @Setting(key = NOTIFY, word = "false")
          @Meaning(ARIES + "whether an event is written at the target")
          @Source(CascadePaper.SECTION + "IV.B")
          boolean notifies,
      @Setting(key = OPERATIONS_PER_TRANSACTION, byDefault = 1, max = 1 << 20)
          @Meaning(
              ARIES + "operations of a rank in a transaction; 0: all, in one endless transaction")
          @Source(Key.OF_RUN)
          int operationsPerTransaction,
      @Setting(key = "workload.domains", byDefault = 1, min = 1, max = 1 << 12)
          @Meaning(
              ARIES
                  + "number of communication domains, over which nodes are distributed; operations"
                  + " between domains are blocked")
          @Source(CascadePaper.SECTION + "VI")
          int domains,
      @Setting(key = "workload.arrayBytes", byDefault = 8, min = 8, max = 8L << 30)
          @Meaning(ARIES + "size of the array at each node that operations access at random")
          @Source(Key.OF_RUN)
          long arrayBytes) {}

  public static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class, OPERATION_KEY);

  private static final int LINE = 64;
  private static final List<Integer> SCATTERED = List.of(64, 128, 256);

  /**
   * Reads the settings.
   *
   * @param model of NICs
   * @param inOrder whether all packets between two nodes stay in order
   * @param messageBytes sizes of messages
   * @throws SettingsException naming all inconsistent settings
   */
  public static AriesWorkload of(
      Settings settings, NicModel model, boolean inOrder, List<Integer> messageBytes) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (model == NicModel.RATE) {
      problems.whenSet(settings, KEYS.keys(), model.refusal());
    } else if (WorkloadKeys.jobs(settings)) {
      problems.whenSet(
          settings,
          KEYS.keys(),
          "is set, but programs determine the operations of ranks; leave it out");
    }
    final AriesWorkload workload =
        new AriesWorkload(KEYS.read(settings), Purpose.ADDRESS.draws(settings.get(RunPlan.SEED)));
    workload.check(settings, inOrder, messageBytes, problems);
    problems.throwIfAny();
    return workload;
  }

  private void check(
      Settings settings,
      boolean inOrder,
      List<Integer> messageBytes,
      SettingsException.Collector problems) {
    final AriesOperation operation = operation();
    final int largest = messageBytes.stream().mapToInt(bytes -> bytes).max().orElseThrow();
    final String is = "is " + settings.value(OPERATION_KEY) + ", ";
    problems.when(
        operation.atomic() && !messageBytes.equals(List.of(AriesOperation.WORD)),
        OPERATION,
        is + "needs messages of 8 B, one word; set workload.messageBytes = 8 B");
    problems.when(
        operation == AriesOperation.SCATTER && !SCATTERED.containsAll(messageBytes),
        OPERATION,
        is + "needs messages of 64, 128 or 256 B; set workload.messageBytes");
    problems.when(
        keys.launched() && !operation.atomic() && operation != AriesOperation.PUT,
        LAUNCH,
        "is true, but only put, amo and fetch-amo can be launched; leave it out");
    problems.when(
        keys.launched() && operation == AriesOperation.PUT && largest > AriesOperation.WORD,
        LAUNCH,
        "is true, but messages have up to "
            + largest
            + " B and a launch carries 8; make them smaller, or leave it out");
    problems.when(
        operation.inBlocks() && keys.operationsPerTransaction() != 1,
        OPERATION,
        is
            + "makes each operation a transaction, but %s = %s; set 1"
                .formatted(OPERATIONS_PER_TRANSACTION, keys.operationsPerTransaction()));
    problems.when(
        keys.blocking() && keys.operationsPerTransaction() != 1,
        BLOCKING,
        "is true, but %s = %s, so that operations have no events of their own; set 1"
            .formatted(OPERATIONS_PER_TRANSACTION, keys.operationsPerTransaction()));
    problems.when(
        keys.notifies() && (!operation.writes() || operation == AriesOperation.BTE_SEND),
        NOTIFY,
        "is true, but only put, scatter and bte-put write events at the target; leave it out");
    problems.when(
        keys.notifies() && largest > CascadePackets.MAX_DATA && !inOrder,
        NOTIFY,
        "is true and messages of "
            + largest
            + " B have several packets, and the last can overtake others; set router.routing"
            + " = deterministic, and leave workload.routing out");
  }

  public AriesOperation operation() {
    return keys.operation();
  }

  public int ranks() {
    return keys.ranks();
  }

  /** Returns whether two nodes are of different domains. */
  boolean isForeign(int node, int other) {
    return keys.domains() > 1 && node % keys.domains() != other % keys.domains();
  }

  /** Returns the address that a packet of a node's message is about, by its place in it. */
  long address(int node, long message, long packet) {
    final int unit = operation().atomic() ? AriesOperation.WORD : LINE;
    final long units = Math.max(1, keys.arrayBytes() / unit);
    return (long) unit * Draws.pick(draws.draw(node, message, 0), (int) units) + LINE * packet;
  }
}
