package io.hopwright.models.tnw;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Data exchange between processor and network processor; times in ticks of a nanosecond.
 *
 * @param keys settings of the study
 * @param way method of sending
 * @param interfaces number of interfaces between the two
 * @param crossTicks ticks from the start of an item on a server until it reaches the other side
 * @param lineTicks ticks between two lines of a thread
 * @param sendTicks software time of a send
 * @param pollTicks ticks from a notify in memory to the end of a wait
 * @param disordered threshold for the share of lines that are swapped with the line before
 */
record TnwHost(
    Keys keys,
    Way way,
    int interfaces,
    int crossTicks,
    int lineTicks,
    int sendTicks,
    int pollTicks,
    long disordered) {
  /** Gen2 with eight lanes, in ticks of a nanosecond. */
  private static final PcieLink PCIE = new PcieLink(1, 4);

  static final int MOST_TICKS = 1_000_000;
  private static final int LINE_BYTES = 64;
  private static final int PARTIAL_BYTES = 16;
  private static final int DESCRIPTOR_BYTES = 16;
  private static final int NOTIFY_BYTES = 8;
  private static final int FLEXIO_BYTES_PER_TICK = 4;
  private static final int PCIE_TICKS = 200;
  private static final int FLEXIO_TICKS = 500;
  private static final int POLL_TICKS = 255;

  /** Methods by which processors send. */
  enum Way {
    @Meaning("stores in lines of 64 B, combined by hardware")
    HARDWARE(LINE_BYTES, 77, 300),
    @Meaning("stores in lines of 64 B, flushed by software")
    SOFTWARE(LINE_BYTES, 128, 300),
    @Meaning("stores of 16 B, not combined")
    PARTIAL(PARTIAL_BYTES, 77, 300),
    @Meaning("descriptors, whose data the network processor reads")
    NGET(0, 0, 467),
    @Meaning("DMA of a processor element")
    FLEXIO(TnwLinks.PACKET_BYTES, 128, 868);

    private final int lineBytes;
    private final int lineTicks;
    private final int sendTicks;

    Way(int lineBytes, int lineTicks, int sendTicks) {
      this.lineBytes = lineBytes;
      this.lineTicks = lineTicks;
      this.sendTicks = sendTicks;
    }

    /** Returns the lines of a packet. */
    int linesPerPacket() {
      return TnwLinks.PACKET_BYTES / lineBytes;
    }
  }

  enum Kind {
    @Meaning("PCI Express Gen2, AuroraScience")
    PCIE,
    @Meaning("FlexIO, QPACE")
    FLEXIO
  }

  private static final String SEND_KEY = "host.send";
  private static final Key<Way> SEND =
      Key.choice(
              SEND_KEY,
              null,
              Choice.of(new Way[] {Way.HARDWARE, Way.SOFTWARE, Way.PARTIAL, Way.NGET}))
          .meaning("method of sending over pcie; hardware if not set")
          .source(Tnw.PAPER + "2.1");
  private static final String KIND = "host.kind";
  static final String LATENCIES = "FIT to 1.67, 2.16 and 3 us, " + Tnw.PAPER + "4";

  /** Keys of the host; defaults of unset keys depend on the kind and on the method of sending. */
  record Keys(
      @Setting(key = KIND, word = "pcie")
          @Meaning("interface between processor and network processor")
          @Source(Tnw.PAPER + "1")
          Kind kind,
      @Setting(key = "host.ideal", word = "false")
          @Meaning("whether only links are simulated, and each link always has a packet to send")
          @Source("for checks of links")
          boolean ideal,
      @Setting(key = SEND_KEY) Optional<Way> send,
      @Setting(key = "host.interfaces", min = 1, max = 2)
          @Meaning(
              "interfaces between processor and network processor; 2 if not set, 1 with flexio")
          @Source(Tnw.PAPER + "1")
          OptionalInt interfaces,
      @Setting(key = "pcie.ticks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time of an item from one side of an interface to the other; 200 if not set,"
                  + " 500 with flexio")
          @Source(Tnw.PAPER + "4; flexio ASSUMED")
          OptionalInt crossTicks,
      @Setting(key = "pput.lineTicks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time between two lines of a thread; 77 if not set, 128 with software and"
                  + " flexio")
          @Source("FIT to 0.83 and 0.5 GB/s, " + Tnw.PAPER + "4; partial and flexio ASSUMED")
          OptionalInt lineTicks,
      @Setting(key = "host.sendTicks", min = 1, max = MOST_TICKS)
          @Meaning("software time of a send; 300 if not set, 467 with nget, 868 with flexio")
          @Source(LATENCIES)
          OptionalInt sendTicks,
      @Setting(key = "host.pollTicks", min = 1, max = MOST_TICKS)
          @Meaning(
              "time from a notify in memory to the end of a wait; 255 if not set, 500 with"
                  + " flexio")
          @Source(LATENCIES)
          OptionalInt pollTicks,
      @Setting(key = "host.creditTicks", byDefault = 100, min = 1, max = MOST_TICKS)
          @Meaning("software time of a credit")
          int creditTicks,
      @Setting(key = "host.eagerPackets", byDefault = 16, min = 1, max = 255)
          @Meaning(
              "for jobs: number of credits of one packet each that a node holds for each"
                  + " link; all messages except large ones use them")
          int eagerPackets,
      @Setting(key = "nget.gapTicks", byDefault = 163, min = 1, max = MOST_TICKS)
          @Meaning("time from the last completion of a read to the next read")
          @Source("FIT to 0.76 GB/s, " + Tnw.PAPER + "4")
          int gapTicks,
      @Setting(key = "pput.disorder", byDefault = 0.1, max = 1)
          @Meaning("fraction of the lines that overtake the preceding line; with hardware only")
          double disorder,
      @Setting(key = "nwp.reorder", word = "true")
          @Meaning(
              "whether the network processor puts lines in order; if not, the first line"
                  + " out of order ends the run")
          @Source(Tnw.PAPER + "2.1")
          boolean reorders) {}

  static final KeyRecord<Keys> KEYS = KeyRecord.of(Keys.class, SEND);

  static final List<KeyScope> SCOPES =
      List.of(
          KeyScope.withAny(WorkloadKeys.KIND, Set.of(WorkloadKeys.JOBS_KIND), "host.eagerPackets"),
          KeyScope.with(SEND_KEY, "nget", "nget.gapTicks"),
          KeyScope.with(KIND, "pcie", "pput.disorder"),
          new KeyScope(
              SEND_KEY,
              settings -> settings.find(SEND).orElse(Way.HARDWARE) == Way.HARDWARE,
              SEND_KEY + " = hardware",
              List.of("pput.disorder")));

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static TnwHost of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Keys keys = KEYS.read(settings);
    final boolean flexio = keys.kind() == Kind.FLEXIO;
    problems.when(
        flexio && keys.send().isPresent(),
        SEND,
        "is for "
            + KIND
            + " = pcie, but the interface is flexio, which has one method of sending; leave"
            + " it out");
    problems.throwIfAny();
    final Way way = flexio ? Way.FLEXIO : keys.send().orElse(Way.HARDWARE);
    return new TnwHost(
        keys,
        way,
        keys.interfaces().orElse(flexio ? 1 : 2),
        keys.crossTicks().orElse(flexio ? FLEXIO_TICKS : PCIE_TICKS),
        keys.lineTicks().orElse(way.lineTicks),
        keys.sendTicks().orElse(way.sendTicks),
        keys.pollTicks().orElse(flexio ? FLEXIO_TICKS : POLL_TICKS),
        way == Way.HARDWARE ? Draws.threshold(keys.disorder()) : 0);
  }

  /** Returns whether an engine sends what threads have described. */
  boolean byEngine() {
    return way == Way.NGET || way == Way.FLEXIO;
  }

  private int writeTicks(int bytes) {
    return way == Way.FLEXIO ? bytes / FLEXIO_BYTES_PER_TICK : PCIE.writeTicks(bytes);
  }

  /** Returns the ticks of a line on its way down. */
  int downLineTicks() {
    return writeTicks(way.lineBytes);
  }

  /** Returns the ticks of a credit or a descriptor on its way down. */
  int descriptorTicks() {
    return writeTicks(DESCRIPTOR_BYTES);
  }

  /** Returns the ticks of a completion on its way down. */
  static int completionTicks() {
    return PCIE.completionTicks(TnwLinks.PACKET_BYTES);
  }

  /** Returns the ticks of a read request on its way up. */
  static int readTicks() {
    return PCIE.readTicks();
  }

  /** Returns the ticks of the data of a packet on their way up. */
  int dataTicks() {
    return writeTicks(TnwLinks.PACKET_BYTES);
  }

  /** Returns the ticks of a notify on its way up. */
  int notifyTicks() {
    return writeTicks(NOTIFY_BYTES);
  }
}
