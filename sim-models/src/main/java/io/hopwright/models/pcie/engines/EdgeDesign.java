package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.Source;
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
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Rates of edges and roots, and the treatment of packets between devices in roots. Rates are in
 * MB/s, 0 for no limit.
 *
 * @param card edges of cards
 * @param network links between cards
 * @param networkTicks hop of the network
 */
public record EdgeDesign(Edge edge, Root root, PcieLink card, PcieLink network, int networkTicks) {
  /** Link between a memory and its root. */
  static final PcieLink MEMORY = new PcieLink(1, 4);

  /** The link from root to root. */
  static final PcieLink QPI = new PcieLink(1, 2);

  /** Bytes of a unit of buffers. */
  public static final int WORD_BYTES = 4;

  /** Words of a packet. */
  public static final int WORDS = 3;

  /** VCs: 2 in each class. */
  static final int VCS = 2 * PciePacketId.CLASSES;

  /** Ticks of a byte a second, times a million. */
  public static final int TICKS_PER_MICROSECOND = 12_600;

  static final int MOST_RATE = 100_000;
  static final int MOST_TICKS = 1_000_000;
  private static final int QPI_BUFFER_BYTES = 131_072;
  static final String UNSET = "; that of machine.cards if not set";

  /** Treatment of packets between devices in a root. */
  enum Generation {
    @Meaning("Sandy Bridge: 9.8 GB/s for writes, 0.8 GB/s for reads")
    SANDY(9_800, 800),
    @Meaning("Ivy Bridge: 9.8 GB/s for writes, 3.4 GB/s for reads")
    IVY(9_800, 3_400),
    @Meaning("Ivy Bridge with a GPU at a higher clock: 9.8 GB/s for writes, 3.7 GB/s for reads")
    IVY_BOOST(9_800, 3_700),
    @Meaning("no limit other than the rates of edges")
    NONE(0, 0);

    private final int writeCap;
    private final int readCap;

    Generation(int writeCap, int readCap) {
      this.writeCap = writeCap;
      this.readCap = readCap;
    }
  }

  static final String CAPS = PciePaper.SECTION + "3.1.2, Table 3.1; FIT";
  static final String CAP = " through an output of a root; 0: no limit";
  static final String CAP_UNSET = CAP + "; that of root.generation if not set";

  /** Keys of edges. */
  public record Edge(
      @Setting(key = "edge.pcie", word = "gen3x16")
          @Meaning("PCIe generation and width of the edges among roots, switches and GPUs")
          @Source(PciePaper.SECTION + "3.1")
          PcieRate pcie,
      @Setting(key = "edge.bufferBytes", byDefault = 4_096, min = 256, max = 65_536)
          @Meaning("buffer of each VC behind an edge")
          int bufferBytes,
      @Setting(key = "edge.switchTicks", byDefault = 1_260, min = 1, max = MOST_TICKS)
          @Meaning("time of a hop to a root or switch")
          @Source("ASSUMED: 100 ns")
          int switchTicks,
      @Setting(key = "edge.deviceTicks", byDefault = 630, min = 1, max = MOST_TICKS)
          @Meaning("time of a hop to a GPU, memory or card")
          @Source("ASSUMED: 50 ns")
          int deviceTicks,
      @Setting(key = "edge.creditTicks", byDefault = 630, min = 1, max = MOST_TICKS)
          @Meaning(
              "time from the departure of a packet's tail from the buffer behind an edge until"
                  + " its credits are available at the sender")
          int creditTicks) {
    public static final KeyRecord<Edge> KEYS = KeyRecord.of(Edge.class);
  }

  /** Keys of roots, for packets between devices. */
  public record Root(
      @Setting(key = "root.generation", word = "sandy")
          @Meaning("rates of roots for packets between devices")
          @Source(PciePaper.SECTION + "3.1.2, 3.2.4; FIT for writes")
          Generation generation,
      @Setting(key = "root.writeMegabytesPerSecond", max = MOST_RATE)
          @Meaning("largest rate of writes between devices, in MB/s," + CAP_UNSET)
          @Source(CAPS)
          OptionalInt ownWriteCap,
      @Setting(key = "root.readMegabytesPerSecond", max = MOST_RATE)
          @Meaning("largest rate of read completions between devices, in MB/s," + CAP_UNSET)
          @Source(CAPS)
          OptionalInt ownReadCap,
      @Setting(key = "qpi.hopTicks", byDefault = 304_920, min = 1, max = MOST_TICKS)
          @Meaning("time of a hop from root to root")
          @Source(PciePaper.SECTION + "3.1.2, Table 3.1; FIT: 32.1 us")
          int qpiTicks,
      @Setting(key = "qpi.peerMegabytesPerSecond", byDefault = 4_000, max = MOST_RATE)
          @Meaning(
              "largest rate of writes and read completions between devices, from root to"
                  + " root, in MB/s,"
                  + CAP)
          @Source(CAPS)
          int qpiCap) {
    public static final KeyRecord<Root> KEYS = KeyRecord.of(Root.class);

    /** Returns the cap of writes between devices. */
    int writeCap() {
      return ownWriteCap.orElse(generation.writeCap);
    }

    /** Returns the cap of completions. */
    int readCap() {
      return ownReadCap.orElse(generation.readCap);
    }
  }

  /** Keys of the network; a study sets only those that differ from the cards. */
  public record Network(
      @Setting(key = "network.megabytesPerSecond", min = 1, max = MOST_RATE)
          @Meaning("rate of a link of the network in MB/s, including headers" + UNSET)
          @Source(PciePaper.SECTION + "3.1, 3.2.4, 3.2.5; FIT for InfiniBand")
          OptionalInt megabytes,
      @Setting(key = "network.hopTicks", min = 1, max = MOST_TICKS)
          @Meaning("time of a hop in the network of the hosts" + UNSET)
          OptionalInt hopTicks,
      @Setting(key = "card.pcie")
          @Meaning("PCIe generation and width of the edge between a card and its root" + UNSET)
          @Source(PciePaper.SECTION + "3.2.4, 3.2.5")
          Optional<PcieRate> card) {
    public static final KeyRecord<Network> KEYS = KeyRecord.of(Network.class);
  }

  public static EdgeDesign of(Settings settings, HostInterconnect cards) {
    final Network network = Network.KEYS.read(settings);
    return new EdgeDesign(
        Edge.KEYS.read(settings),
        Root.KEYS.read(settings),
        network.card().orElse(cards.edge()).link(),
        new PcieLink(TICKS_PER_MICROSECOND, network.megabytes().orElse(cards.networkMegabytes())),
        network.hopTicks().orElse(cards.hopTicks()));
  }

  /** Returns the ticks of a hop over a port with a link. */
  public int hopTicks(int port) {
    if (port >= PciePorts.NETWORK) {
      return networkTicks;
    }
    if (port == PciePorts.QPI) {
      return root.qpiTicks();
    }
    return port < PciePorts.DEVICE ? edge.switchTicks() : edge.deviceTicks();
  }

  /** Returns the words of a buffer of a VC. */
  int bufferWords() {
    return edge.bufferBytes() / WORD_BYTES;
  }

  /** Returns the words of a packet with some data. */
  static int words(int bytes) {
    return Math.max(1, (bytes + WORD_BYTES - 1) / WORD_BYTES);
  }

  /** Returns the switch in every element; {@link EdgeTimes} defines the times of packets. */
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
    return new PortKind(name, ports, true, capacity, unused(), hopTicks(first), edge.creditTicks());
  }

  private static List<Integer> unused() {
    return Collections.nCopies(words(PcieLink.MOST_DATA) + 1, 1);
  }
}
