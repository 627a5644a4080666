package io.hopwright.models.tnw;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.host.PcieLink;

/**
 * How processor and network processor exchange data; times in ticks of a nanosecond.
 *
 * @param way how processors send
 * @param ideal whether there is nothing but links
 * @param interfaces between the two
 * @param crossTicks from the start of an item on a server to the other side
 * @param lineTicks between two lines of a thread
 * @param sendTicks software of a send
 * @param pollTicks from a notify in memory to the end of a wait
 * @param creditTicks software of a credit
 * @param eagerPackets credits of a packet that a receiver holds for messages of ranks
 * @param gapTicks from the last completion of a read to the next read
 * @param disordered threshold of lines that leave before the one before them
 * @param reorders whether the network processor puts them in order
 */
record TnwHost(
    Way way,
    boolean ideal,
    int interfaces,
    int crossTicks,
    int lineTicks,
    int sendTicks,
    int pollTicks,
    int creditTicks,
    int eagerPackets,
    int gapTicks,
    long disordered,
    boolean reorders) {
  /** Gen2 with eight lanes, in ticks of a nanosecond. */
  private static final PcieLink PCIE = new PcieLink(1, 4);

  private static final int MOST_TICKS = 1_000_000;
  private static final int LINE_BYTES = 64;
  private static final int PARTIAL_BYTES = 16;
  private static final int DESCRIPTOR_BYTES = 16;
  private static final int NOTIFY_BYTES = 8;
  private static final int FLEXIO_BYTES_PER_TICK = 4;
  private static final int PCIE_TICKS = 200;
  private static final int FLEXIO_TICKS = 500;
  private static final int POLL_TICKS = 255;

  /** How processors send. */
  enum Way implements Described {
    HARDWARE("stores in lines of 64 B, combined by hardware", LINE_BYTES, 77, 300),
    SOFTWARE("stores in lines of 64 B, flushed by software", LINE_BYTES, 128, 300),
    PARTIAL("stores of 16 B, not combined", PARTIAL_BYTES, 77, 300),
    NGET("descriptors, whose data the network processor reads", 0, 0, 467),
    FLEXIO("DMA of a processor element", TnwLinks.PACKET_BYTES, 128, 868);

    private final String meaning;
    private final int lineBytes;
    private final int lineTicks;
    private final int sendTicks;

    Way(String meaning, int lineBytes, int lineTicks, int sendTicks) {
      this.meaning = meaning;
      this.lineBytes = lineBytes;
      this.lineTicks = lineTicks;
      this.sendTicks = sendTicks;
    }

    @Override
    public String meaning() {
      return meaning;
    }

    /** Returns the lines of a packet. */
    int linesPerPacket() {
      return TnwLinks.PACKET_BYTES / lineBytes;
    }
  }

  private enum Kind implements Described {
    PCIE("PCI Express Gen2, AuroraScience"),
    FLEXIO("FlexIO, QPACE");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    @Override
    public String meaning() {
      return meaning;
    }
  }

  private static final Key<Kind> KIND =
      Key.choice("host.kind", Kind.PCIE, Choice.of(Kind.values()))
          .meaning("what joins processor and network processor")
          .source(Tnw.PAPER + "1");
  private static final Key<Way> SEND =
      Key.choice(
              "host.send",
              null,
              Choice.of(new Way[] {Way.HARDWARE, Way.SOFTWARE, Way.PARTIAL, Way.NGET}))
          .meaning("how processors send over pcie; hardware if not set")
          .source(Tnw.PAPER + "2.1");
  private static final Key<Boolean> IDEAL =
      Key.flag("host.ideal", false)
          .meaning("whether there is nothing but links, which always have a packet to send")
          .source("for checks of links");
  private static final Key<Integer> INTERFACES =
      Key.integer("host.interfaces", null, 1, 2)
          .meaning(
              "interfaces between processor and network processor; 2 if not set, 1 with flexio")
          .source(Tnw.PAPER + "1");
  private static final Key<Integer> CROSS =
      Key.delay("pcie.ticks", null, 1, MOST_TICKS)
          .meaning(
              "from the start of an item to the other side of an interface; 200 if not set, 500"
                  + " with flexio")
          .source(Tnw.PAPER + "4; flexio ASSUMED");
  private static final Key<Integer> LINE =
      Key.delay("pput.lineTicks", null, 1, MOST_TICKS)
          .meaning("between two lines of a thread; 77 if not set, 128 with software and flexio")
          .source("FIT to 0.83 and 0.5 GB/s, " + Tnw.PAPER + "4; partial and flexio ASSUMED");
  private static final Key<Integer> SEND_TICKS =
      Key.delay("host.sendTicks", null, 1, MOST_TICKS)
          .meaning("software of a send; 300 if not set, 467 with nget, 868 with flexio")
          .source("FIT to 1.67, 2.16 and 3 us, " + Tnw.PAPER + "4");
  private static final Key<Integer> POLL =
      Key.delay("host.pollTicks", null, 1, MOST_TICKS)
          .meaning("from a notify in memory to the end of a wait; 255 if not set, 500 with flexio")
          .source("FIT to 1.67, 2.16 and 3 us, " + Tnw.PAPER + "4");
  private static final Key<Integer> CREDIT =
      Key.delay("host.creditTicks", 100, 1, MOST_TICKS).assumed("software of a credit");
  private static final Key<Integer> EAGER =
      Key.integer("host.eagerPackets", 16, 1, 255)
          .assumed(
              "for jobs: credits of one packet that a node holds for each link, for all but large"
                  + " messages");
  private static final Key<Integer> GAP =
      Key.delay("nget.gapTicks", 163, 1, MOST_TICKS)
          .meaning("from the last completion of a read to the next read")
          .source("FIT to 0.76 GB/s, " + Tnw.PAPER + "4");
  private static final Key<Double> DISORDER =
      Key.number("pput.disorder", 0.1, 0, 1)
          .assumed("share of the lines that leave before the one before them; of hardware only");
  private static final Key<Boolean> REORDER =
      Key.flag("nwp.reorder", true)
          .meaning(
              "whether the network processor puts lines in order; if not, the first one out of"
                  + " order ends the run")
          .source(Tnw.PAPER + "2.1");

  static final Component COMPONENT =
      Component.of(
          "host",
          KIND,
          IDEAL,
          SEND,
          INTERFACES,
          CROSS,
          LINE,
          SEND_TICKS,
          POLL,
          CREDIT,
          EAGER,
          GAP,
          DISORDER,
          REORDER);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static TnwHost of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final boolean flexio = settings.get(KIND) == Kind.FLEXIO;
    problems.when(
        flexio && settings.find(SEND).isPresent(),
        SEND,
        "is for " + KIND + " = pcie, but that is flexio, which has one way to send; leave it out");
    problems.throwIfAny();
    final Way way = flexio ? Way.FLEXIO : settings.find(SEND).orElse(Way.HARDWARE);
    return new TnwHost(
        way,
        settings.get(IDEAL),
        settings.find(INTERFACES).orElse(flexio ? 1 : 2),
        settings.find(CROSS).orElse(flexio ? FLEXIO_TICKS : PCIE_TICKS),
        settings.find(LINE).orElse(way.lineTicks),
        settings.find(SEND_TICKS).orElse(way.sendTicks),
        settings.find(POLL).orElse(flexio ? FLEXIO_TICKS : POLL_TICKS),
        settings.get(CREDIT),
        settings.get(EAGER),
        settings.get(GAP),
        way == Way.HARDWARE ? Draws.threshold(settings.get(DISORDER)) : 0,
        settings.get(REORDER));
  }

  /** Tells whether an engine sends what threads have described. */
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
