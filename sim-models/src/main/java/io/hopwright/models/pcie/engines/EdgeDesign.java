package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.host.PcieRate;
import io.hopwright.models.pcie.tree.HostInterconnect;
import io.hopwright.models.pcie.tree.PciePacketId;
import io.hopwright.models.pcie.tree.PciePaper;
import io.hopwright.models.pcie.tree.PciePorts;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PacketFormat;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import java.util.Collections;
import java.util.List;

/**
 * Edges and roots: how fast they are, and what roots make of packets between devices. Rates are in
 * MB/s, 0 for no cap.
 *
 * @param pcie edges among roots, switches and GPUs
 * @param card edges of cards
 * @param network links between cards
 * @param bufferBytes of a VC
 * @param switchTicks hop to a root or switch
 * @param deviceTicks hop to a GPU, memory or card
 * @param creditTicks until credits count
 * @param qpiTicks hop from root to root
 * @param networkTicks hop of the network
 * @param writeCap of writes between devices through a root
 * @param readCap of completions
 * @param qpiCap of both, from root to root
 */
public record EdgeDesign(
    PcieLink pcie,
    PcieLink card,
    PcieLink network,
    int bufferBytes,
    int switchTicks,
    int deviceTicks,
    int creditTicks,
    int qpiTicks,
    int networkTicks,
    int writeCap,
    int readCap,
    int qpiCap) {
  /** Of a memory and its root. */
  static final PcieLink MEMORY = new PcieLink(1, 4);

  /** From root to root. */
  static final PcieLink QPI = new PcieLink(1, 2);

  /** Bytes of a unit of buffers. */
  public static final int WORD_BYTES = 4;

  /** Words of a packet. */
  public static final int WORDS = 3;

  /** Of 2 in each class. */
  static final int VCS = 2 * PciePacketId.CLASSES;

  /** Ticks of a byte a second, times a million. */
  public static final int TICKS_PER_MICROSECOND = 12_600;

  static final int MOST_RATE = 100_000;
  static final int MOST_TICKS = 1_000_000;
  private static final int QPI_BUFFER_BYTES = 131_072;
  private static final String UNSET = "; that of machine.cards if not set";

  /** What becomes of packets between devices in a root. */
  enum Generation {
    @Meaning("Sandy Bridge: 9.8 GB/s of writes, 0.8 of reads")
    SANDY(9_800, 800),
    @Meaning("Ivy Bridge: 9.8 GB/s of writes, 3.4 of reads")
    IVY(9_800, 3_400),
    @Meaning("Ivy Bridge, reading a GPU with a raised clock: 9.8 and 3.7 GB/s")
    IVY_BOOST(9_800, 3_700),
    @Meaning("no limit but that of edges")
    NONE(0, 0);

    private final int writeCap;
    private final int readCap;

    Generation(int writeCap, int readCap) {
      this.writeCap = writeCap;
      this.readCap = readCap;
    }
  }

  private static final Key<PcieRate> PCIE =
      Key.choice("edge.pcie", PcieRate.GEN3X16, Choice.of(PcieRate.values()))
          .meaning("edges among roots, switches and GPUs")
          .source(PciePaper.SECTION + "3.1");
  private static final Key<PcieRate> CARD_PCIE =
      Key.choice("card.pcie", null, Choice.of(PcieRate.values()))
          .meaning("edge between a card and its root" + UNSET)
          .source(PciePaper.SECTION + "3.2.4, 3.2.5");
  private static final Key<Integer> NETWORK_RATE =
      Key.integer("network.megabytesPerSecond", null, 1, MOST_RATE)
          .meaning("what a link of the network moves in MB/s, headers included" + UNSET)
          .source(PciePaper.SECTION + "3.1, 3.2.4, 3.2.5; FIT for InfiniBand");
  private static final Key<Integer> BUFFER =
      Key.bytes("edge.bufferBytes", 4_096, 256, 65_536, 1)
          .assumed("buffer of each VC behind an edge");
  private static final Key<Integer> SWITCH_TICKS =
      Key.delay("edge.switchTicks", 1_260, 1, MOST_TICKS)
          .meaning("hop to a root or switch")
          .source("ASSUMED: 100 ns");
  private static final Key<Integer> DEVICE_TICKS =
      Key.delay("edge.deviceTicks", 630, 1, MOST_TICKS)
          .meaning("hop to a GPU, memory or card")
          .source("ASSUMED: 50 ns");
  private static final Key<Integer> CREDIT_TICKS =
      Key.delay("edge.creditTicks", 630, 1, MOST_TICKS)
          .assumed(
              "from a tail leaving a buffer behind an edge until its credits count at the sender");
  private static final Key<Integer> QPI_TICKS =
      Key.delay("qpi.hopTicks", 304_920, 1, MOST_TICKS)
          .meaning("hop from root to root")
          .source(PciePaper.SECTION + "3.1.2, Table 3.1; FIT: 32.1 us");
  private static final Key<Integer> NETWORK_TICKS =
      Key.delay("network.hopTicks", null, 1, MOST_TICKS).assumed("hop of the network" + UNSET);
  private static final Key<Generation> GENERATION =
      Key.choice("root.generation", Generation.SANDY, Choice.of(Generation.values()))
          .meaning("what roots make of packets neither end of which is a memory")
          .source(PciePaper.SECTION + "3.1.2, 3.2.4; FIT for writes");
  private static final Key<Integer> WRITE_CAP =
      cap(
          "root.writeMegabytesPerSecond",
          "writes between devices",
          "; that of root.generation if not set",
          null);
  private static final Key<Integer> READ_CAP =
      cap(
          "root.readMegabytesPerSecond",
          "completions between devices",
          "; that of root.generation if not set",
          null);
  private static final Key<Integer> QPI_CAP =
      cap(
          "qpi.peerMegabytesPerSecond",
          "writes and completions between devices, from root to root",
          "",
          4_000);

  public static final Component EDGE =
      Component.of("edge", PCIE, BUFFER, SWITCH_TICKS, DEVICE_TICKS, CREDIT_TICKS);
  public static final Component ROOT =
      Component.of("root", GENERATION, WRITE_CAP, READ_CAP, QPI_TICKS, QPI_CAP);
  public static final Component NETWORK =
      Component.of("network", NETWORK_RATE, NETWORK_TICKS, CARD_PCIE);

  private static Key<Integer> cap(String name, String what, String unset, Integer byDefault) {
    return Key.integer(name, byDefault, 0, MOST_RATE)
        .meaning("most MB/s of " + what + " through an output of a root, 0 for no cap" + unset)
        .source(PciePaper.SECTION + "3.1.2, Table 3.1; FIT");
  }

  public static EdgeDesign of(Settings settings, HostInterconnect cards) {
    final Generation generation = settings.get(GENERATION);
    return new EdgeDesign(
        settings.get(PCIE).link(),
        settings.find(CARD_PCIE).orElse(cards.edge()).link(),
        new PcieLink(
            TICKS_PER_MICROSECOND, settings.find(NETWORK_RATE).orElse(cards.networkMegabytes())),
        settings.get(BUFFER),
        settings.get(SWITCH_TICKS),
        settings.get(DEVICE_TICKS),
        settings.get(CREDIT_TICKS),
        settings.get(QPI_TICKS),
        settings.find(NETWORK_TICKS).orElse(cards.hopTicks()),
        settings.find(WRITE_CAP).orElse(generation.writeCap),
        settings.find(READ_CAP).orElse(generation.readCap),
        settings.get(QPI_CAP));
  }

  /** Returns the ticks of a hop over a port with a link. */
  public int hopTicks(int port) {
    if (port >= PciePorts.NETWORK) {
      return networkTicks;
    }
    if (port == PciePorts.QPI) {
      return qpiTicks;
    }
    return port < PciePorts.DEVICE ? switchTicks : deviceTicks;
  }

  /** Returns the words of a buffer of a VC. */
  int bufferWords() {
    return bufferBytes / WORD_BYTES;
  }

  /** Returns the words of a packet with some data. */
  static int words(int bytes) {
    return Math.max(1, (bytes + WORD_BYTES - 1) / WORD_BYTES);
  }

  /** Returns the switch in every element; how long packets take, {@link EdgeTimes} says. */
  public CrossbarDesign design(HostInterconnect cards, int mostHops) {
    return new CrossbarDesign(
        List.of(
            links("up", PciePorts.UP, 1, bufferWords()),
            links("down", PciePorts.DOWN, PciePorts.MOST_CHILDREN, bufferWords()),
            links("device", PciePorts.DEVICE, PciePorts.MOST_CHILDREN, bufferWords()),
            links("memory", PciePorts.MEMORY, 1, bufferWords()),
            links("card", PciePorts.CARD, 1, bufferWords()),
            links("qpi", PciePorts.QPI, 1, QPI_BUFFER_BYTES / WORD_BYTES),
            links("network", PciePorts.NETWORK, PciePorts.ofNetwork(cards), bufferWords()),
            PortKind.endpoints("local", 1, unused())),
        VCS,
        new PacketFormat(words(PcieLink.MOST_DATA), mostHops, CargoWord.BITS, WORDS));
  }

  private PortKind links(String name, int first, int ports, int capacity) {
    return new PortKind(name, ports, true, capacity, unused(), hopTicks(first), creditTicks);
  }

  private static List<Integer> unused() {
    return Collections.nCopies(words(PcieLink.MOST_DATA) + 1, 1);
  }
}
