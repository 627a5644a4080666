package io.hopwright.models.reference.bluegene;

import java.util.Arrays;
import java.util.List;

/**
 * Everything the reference torus can be told, in the words of {@code docs/models/bluegene-l.md};
 * the last two are variants outside that page.
 *
 * @param kx nodes in x, at least 1
 * @param ky nodes in y, at least 1
 * @param kz nodes in z, at least 1
 * @param seed seed of every draw
 * @param dynamicVcs dynamic virtual channels per receiver, 0…4
 * @param vcBytes capacity of a dynamic virtual channel, a multiple of 32
 * @param escapeVcBytes capacity of the escape channels and of the high-priority one, a multiple of
 *     32
 * @param totalVcBytes bytes that dynamic and escape channels share equally; 0 leaves them as above
 * @param escape what keeps the escape channels free of deadlock
 * @param escapeOrder a permutation of x, y, z or of x+, x-, y+, y-, z+, z-
 * @param originalBubbleRule whether bubble channels are charged the packet's own chunks
 * @param paths transfer busses per receiver, at least 1
 * @param jsq whether a head keeps the pairs of the highest token range
 * @param slqFraction probability of an SLQ cycle, 0…1
 * @param inNetworkPriority probability that a sender prefers receivers, 0…1
 * @param staticRouting whether stream 0 is of class static instead of dynamic
 * @param hintRegisters whether the hint bits come from range registers, + half way round
 * @param bypass whether a packet that meets an empty FIFO asks once on the bypass
 * @param arbitrationTicks delay before a request, once per FIFO
 * @param vcEntryTicks delay of entering a virtual channel
 * @param regrantTicks dead ticks of a link after each transmission
 * @param tokenAckBytes bytes of a token-ack on the link, 0…64
 * @param tokenAckMerging whether a token-ack carries everything that is queued
 * @param virtualNodeMode whether a node has two cores
 * @param injectionBytes capacity of each injection FIFO, a multiple of 32; 0 for infinite
 * @param injectionChoice which normal injection FIFO a packet joins
 * @param pace rate of an all-to-all relative to that which fills the busiest links; 0 for unlimited
 * @param twoPhases whether the packets of an all-to-all go in two legs
 * @param forwardTicks ticks between the legs
 * @param receptionBytes capacity of each reception FIFO, a multiple of 32; 0 for infinite
 * @param drainBytesPerTick rate at which a finite reception FIFO is drained, above 0
 * @param packetBytes packet sizes, each 32…256 and a multiple of 32, drawn uniformly by position
 * @param traffic pattern of stream 0
 * @param saturated whether every normal injection FIFO always holds a packet
 * @param probability packets per tick and node of open-loop traffic, above 0; two cores share it
 * @param sendingUntil tick from which open-loop sources are silent; Long.MAX_VALUE for never
 * @param packetsPerDestination packets in a row to each destination of an all-to-all, at least 1
 * @param dimensions dimensions of an all-to-all
 * @param hotFraction probability that a packet goes to the hot box, 0…1
 * @param hotBox nodes of the hot box in x, y and z, from the origin
 * @param ringHops hops of the packets of ring traffic, 1…⌊kx/2⌋
 * @param highPriorityProbability packets per tick and node of stream 1; 0 leaves it out
 * @param pipelined variant: whether the three phases of arbitration take a tick each
 * @param gapProbability variant: probability that a receiver without an available request skips a
 *     tick
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
public record ReferenceConfig(
    int kx,
    int ky,
    int kz,
    long seed,
    int dynamicVcs,
    int vcBytes,
    int escapeVcBytes,
    int totalVcBytes,
    Escape escape,
    List<String> escapeOrder,
    boolean originalBubbleRule,
    int paths,
    boolean jsq,
    double slqFraction,
    double inNetworkPriority,
    boolean staticRouting,
    boolean hintRegisters,
    boolean bypass,
    int arbitrationTicks,
    int vcEntryTicks,
    int regrantTicks,
    int tokenAckBytes,
    boolean tokenAckMerging,
    boolean virtualNodeMode,
    int injectionBytes,
    InjectionChoice injectionChoice,
    double pace,
    boolean twoPhases,
    int forwardTicks,
    int receptionBytes,
    double drainBytesPerTick,
    int[] packetBytes,
    Traffic traffic,
    boolean saturated,
    double probability,
    long sendingUntil,
    int packetsPerDestination,
    String dimensions,
    double hotFraction,
    List<Integer> hotBox,
    int ringHops,
    double highPriorityProbability,
    boolean pipelined,
    double gapProbability) {

  /** Pattern of stream 0. */
  public enum Traffic {
    /** Uniform destinations. */
    UNIFORM,
    /** Every node sends to every other of its plane, line or machine, everything born at 0. */
    ALL_TO_ALL,
    /** A share of the packets goes to a box of nodes, the rest is uniform. */
    HOT_REGION,
    /** One hop through each port in turn. */
    NEIGHBOUR,
    /** A fixed number of hops in + direction of x. */
    RING,
    /** Once round a ring through each port in turn. */
    BROADCAST
  }

  /** "router.escape". */
  public enum Escape {
    BUBBLE,
    DATELINE
  }

  /** "injection.choice". */
  public enum InjectionChoice {
    SEQUENCE,
    DIRECTION,
    RANDOM,
    SHORTEST
  }

  /** Checks every range named above. */
  public ReferenceConfig {
    final ReferenceShape shape = new ReferenceShape(kx, ky, kz);
    require(dynamicVcs >= 0 && dynamicVcs <= 4, "dynamicVcs within 0…4");
    require(paths >= 1, "paths of at least 1");
    require(isFraction(slqFraction), "slqFraction within 0…1");
    require(isFraction(inNetworkPriority), "inNetworkPriority within 0…1");
    require(arbitrationTicks >= 0 && vcEntryTicks >= 0 && regrantTicks >= 0, "delays from 0");
    require(tokenAckBytes >= 0 && tokenAckBytes <= 64, "tokenAckBytes within 0…64");
    escapeOrder = List.copyOf(escapeOrder);
    final List<String> sorted = escapeOrder.stream().sorted().toList();
    require(
        sorted.equals(List.of("x", "y", "z"))
            || sorted.equals(List.of("x+", "x-", "y+", "y-", "z+", "z-")),
        "escapeOrder: a permutation of the dimensions or of the directions");
    require(isFifoSize(injectionBytes), "injectionBytes: 0 or 32·n from 256");
    require(isFifoSize(receptionBytes), "receptionBytes: 0 or 32·n from 256");
    require(Math.round(1024 * drainBytesPerTick) >= 1, "drainBytesPerTick of at least 1/1024");
    require(
        injectionChoice != InjectionChoice.SHORTEST || injectionBytes > 0,
        "injectionBytes for the shortest FIFO");
    require(
        !saturated
            || (traffic != Traffic.ALL_TO_ALL && injectionChoice == InjectionChoice.SEQUENCE),
        "injection by sequence, and no all-to-all, for saturated sources");
    require(
        pace == 0 || (pace > 0 && traffic == Traffic.ALL_TO_ALL), "a pace for all-to-alls only");
    require(
        !twoPhases
            || (traffic == Traffic.ALL_TO_ALL
                && !virtualNodeMode
                && injectionChoice == InjectionChoice.SEQUENCE),
        "two phases for all-to-alls of one core by sequence only");
    packetBytes = packetBytes.clone();
    require(packetBytes.length >= 1, "at least one packet size");
    for (final int bytes : packetBytes) {
      require(bytes >= 32 && bytes <= 256 && bytes % 32 == 0, "packetBytes: 32·n within 32…256");
    }
    require(traffic == Traffic.ALL_TO_ALL || saturated || probability > 0, "a probability above 0");
    require(packetsPerDestination >= 1, "packetsPerDestination of at least 1");
    require(dimensions.matches("x?y?z?"), "dimensions among x, y and z");
    require(
        traffic != Traffic.ALL_TO_ALL || shape.members(dimensions) >= 2,
        "dimensions with at least two nodes");
    require(isFraction(hotFraction), "hotFraction within 0…1");
    hotBox = List.copyOf(hotBox);
    require(
        hotBox.size() == 3
            && hotBox.get(0) >= 1
            && hotBox.get(0) <= kx
            && hotBox.get(1) >= 1
            && hotBox.get(1) <= ky
            && hotBox.get(2) >= 1
            && hotBox.get(2) <= kz,
        "a hotBox within the machine");
    require(
        traffic != Traffic.RING || (ringHops >= 1 && ringHops <= kx / 2), "ringHops within 1…kx/2");
    require(isFraction(gapProbability), "gapProbability within 0…1");
    final int cores = virtualNodeMode ? 2 : 1;
    require(probability <= cores && highPriorityProbability <= cores, "at most 1 packet per tick");
    require(highPriorityProbability >= 0, "highPriorityProbability from 0");
  }

  private static boolean isFraction(double value) {
    return value >= 0 && value <= 1;
  }

  private static boolean isFifoSize(int bytes) {
    return bytes == 0 || (bytes >= 256 && bytes % 32 == 0);
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("reference torus needs " + what);
    }
  }

  @Override
  public int[] packetBytes() {
    return packetBytes.clone();
  }

  /** The torus of this size. */
  public ReferenceShape shape() {
    return new ReferenceShape(kx, ky, kz);
  }

  /** Nodes of the machine. */
  public int nodes() {
    return shape().nodes();
  }

  /** All unidirectional links of the machine; a dimension of 1 has none. */
  public int links() {
    return shape().links();
  }

  /** Cores per node. */
  public int cores() {
    return virtualNodeMode ? 2 : 1;
  }

  /** Mean hops of the packets of stream 0. */
  public double meanHops() {
    return switch (traffic) {
      case UNIFORM -> uniformMeanHops();
      case ALL_TO_ALL -> allToAllMeanHops();
      case HOT_REGION -> hotRegionMeanHops();
      case NEIGHBOUR -> 1;
      case RING -> ringHops;
      case BROADCAST -> {
        final List<Integer> ports = shape().linkedPorts();
        final int hops = ports.stream().mapToInt(port -> shape().size(port / 2) - 1).sum();
        yield (double) hops / ports.size();
      }
    };
  }

  /** {@code h0}, the mean minimal distance over the destinations other than the source. */
  public double uniformMeanHops() {
    long hopsFromNodeZero = 0;
    for (int n = 0; n < nodes(); n++) {
      hopsFromNodeZero += shape().distance(0, n);
    }
    return (double) hopsFromNodeZero / (nodes() - 1);
  }

  private double allToAllMeanHops() {
    final ReferenceShape shape = shape();
    final int members = shape.members(dimensions);
    long hopsFromNodeZero = 0;
    for (int member = 0; member < members; member++) {
      hopsFromNodeZero += shape.distance(0, shape.nodeOfMember(0, member, dimensions));
    }
    return (double) hopsFromNodeZero / (members - 1);
  }

  private double hotRegionMeanHops() {
    final ReferenceShape shape = shape();
    long fromInside = 0;
    long fromOutside = 0;
    for (int source = 0; source < nodes(); source++) {
      for (int member = 0; member < hotNodes(); member++) {
        final int hops = shape.distance(source, hotNode(member));
        if (hotMember(source) >= 0) {
          fromInside += hops;
        } else {
          fromOutside += hops;
        }
      }
    }
    final double inside =
        hotNodes() == 1 ? uniformMeanHops() : (double) fromInside / (hotNodes() - 1);
    final double hot = (inside + (double) fromOutside / hotNodes()) / nodes();
    return hotFraction * hot + (1 - hotFraction) * uniformMeanHops();
  }

  /** {@code B}, nodes in the hot box. */
  public int hotNodes() {
    return hotBox.get(0) * hotBox.get(1) * hotBox.get(2);
  }

  /** The node with number b in the hot box. */
  int hotNode(int member) {
    final int hx = hotBox.get(0);
    final int hy = hotBox.get(1);
    return shape().number(member % hx, member / hx % hy, member / hx / hy);
  }

  /** Number b of a node in the hot box, or −1 outside. */
  int hotMember(int node) {
    for (int member = 0; member < hotNodes(); member++) {
      if (hotNode(member) == node) {
        return member;
      }
    }
    return -1;
  }

  /** Rule "target link utilization": the probability per tick and node that stands for it. */
  public double probabilityFor(double targetUtilization) {
    return probabilityFor(targetUtilization, meanHops());
  }

  /** The same for stream 1, which is uniform whatever the workload. */
  public double highPriorityProbabilityFor(double targetUtilization) {
    return probabilityFor(targetUtilization, uniformMeanHops());
  }

  private double probabilityFor(double targetUtilization, double meanHops) {
    final double meanWireBytes =
        Arrays.stream(packetBytes).map(bytes -> bytes + 4 + tokenAckBytes).average().orElseThrow();
    return targetUtilization * links() / (nodes() * meanHops * meanWireBytes);
  }

  /**
   * A machine of this shape with two dynamic channels, 1 KB each, two paths, JSQ, SLQ 0.75,
   * in-network priority 1, bypass, no extra delays, 256 B packets, uniform at 0.001; everything
   * else at the defaults of the page, but a hot box of one node.
   */
  public static Builder builder(int kx, int ky, int kz) {
    return new Builder(kx, ky, kz);
  }

  /** A builder that starts from this configuration. */
  public Builder toBuilder() {
    final Builder builder = new Builder(kx, ky, kz);
    builder.seed = seed;
    builder.dynamicVcs = dynamicVcs;
    builder.vcBytes = vcBytes;
    builder.escapeVcBytes = escapeVcBytes;
    builder.totalVcBytes = totalVcBytes;
    builder.escape = escape;
    builder.escapeOrder = escapeOrder;
    builder.originalBubbleRule = originalBubbleRule;
    builder.paths = paths;
    builder.jsq = jsq;
    builder.slqFraction = slqFraction;
    builder.inNetworkPriority = inNetworkPriority;
    builder.staticRouting = staticRouting;
    builder.hintRegisters = hintRegisters;
    builder.bypass = bypass;
    builder.arbitrationTicks = arbitrationTicks;
    builder.vcEntryTicks = vcEntryTicks;
    builder.regrantTicks = regrantTicks;
    builder.tokenAckBytes = tokenAckBytes;
    builder.tokenAckMerging = tokenAckMerging;
    builder.virtualNodeMode = virtualNodeMode;
    builder.injectionBytes = injectionBytes;
    builder.injectionChoice = injectionChoice;
    builder.pace = pace;
    builder.twoPhases = twoPhases;
    builder.forwardTicks = forwardTicks;
    builder.receptionBytes = receptionBytes;
    builder.drainBytesPerTick = drainBytesPerTick;
    builder.packetBytes = packetBytes;
    builder.traffic = traffic;
    builder.saturated = saturated;
    builder.probability = probability;
    builder.sendingUntil = sendingUntil;
    builder.packetsPerDestination = packetsPerDestination;
    builder.dimensions = dimensions;
    builder.hotFraction = hotFraction;
    builder.hotBox = hotBox;
    builder.ringHops = ringHops;
    builder.highPriorityProbability = highPriorityProbability;
    builder.pipelined = pipelined;
    builder.gapProbability = gapProbability;
    return builder;
  }

  /** Collects the values; each method sets the component of its name. */
  public static final class Builder {
    private final int kx;
    private final int ky;
    private final int kz;
    private long seed = 1;
    private int dynamicVcs = 2;
    private int vcBytes = 1024;
    private int escapeVcBytes = 1024;
    private int totalVcBytes = 0;
    private Escape escape = Escape.BUBBLE;
    private List<String> escapeOrder = List.of("x", "y", "z");
    private boolean originalBubbleRule = false;
    private int paths = 2;
    private boolean jsq = true;
    private double slqFraction = 0.75;
    private double inNetworkPriority = 1.0;
    private boolean staticRouting = false;
    private boolean hintRegisters = false;
    private boolean bypass = true;
    private int arbitrationTicks = 0;
    private int vcEntryTicks = 0;
    private int regrantTicks = 0;
    private int tokenAckBytes = 12;
    private boolean tokenAckMerging = false;
    private boolean virtualNodeMode = false;
    private int injectionBytes = 0;
    private InjectionChoice injectionChoice = InjectionChoice.SEQUENCE;
    private double pace = 0;
    private boolean twoPhases = false;
    private int forwardTicks = 0;
    private int receptionBytes = 0;
    private double drainBytesPerTick = 1;
    private int[] packetBytes = {256};
    private Traffic traffic = Traffic.UNIFORM;
    private boolean saturated = false;
    private double probability = 0.001;
    private long sendingUntil = Long.MAX_VALUE;
    private int packetsPerDestination = 1;
    private String dimensions = "xyz";
    private double hotFraction = 0.25;
    private List<Integer> hotBox = List.of(1, 1, 1);
    private int ringHops = 1;
    private double highPriorityProbability = 0;
    private boolean pipelined = false;
    private double gapProbability = 0;

    private Builder(int kx, int ky, int kz) {
      this.kx = kx;
      this.ky = ky;
      this.kz = kz;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    public Builder dynamicVcs(int value) {
      dynamicVcs = value;
      return this;
    }

    public Builder vcBytes(int value) {
      vcBytes = value;
      return this;
    }

    public Builder escapeVcBytes(int value) {
      escapeVcBytes = value;
      return this;
    }

    public Builder totalVcBytes(int value) {
      totalVcBytes = value;
      return this;
    }

    public Builder escape(Escape value) {
      escape = value;
      return this;
    }

    public Builder escapeOrder(String... value) {
      escapeOrder = List.of(value);
      return this;
    }

    public Builder originalBubbleRule(boolean value) {
      originalBubbleRule = value;
      return this;
    }

    public Builder paths(int value) {
      paths = value;
      return this;
    }

    public Builder jsq(boolean value) {
      jsq = value;
      return this;
    }

    public Builder slqFraction(double value) {
      slqFraction = value;
      return this;
    }

    public Builder inNetworkPriority(double value) {
      inNetworkPriority = value;
      return this;
    }

    public Builder staticRouting(boolean value) {
      staticRouting = value;
      return this;
    }

    public Builder hintRegisters(boolean value) {
      hintRegisters = value;
      return this;
    }

    public Builder bypass(boolean value) {
      bypass = value;
      return this;
    }

    public Builder arbitrationTicks(int value) {
      arbitrationTicks = value;
      return this;
    }

    public Builder vcEntryTicks(int value) {
      vcEntryTicks = value;
      return this;
    }

    public Builder regrantTicks(int value) {
      regrantTicks = value;
      return this;
    }

    public Builder tokenAckBytes(int value) {
      tokenAckBytes = value;
      return this;
    }

    public Builder tokenAckMerging(boolean value) {
      tokenAckMerging = value;
      return this;
    }

    public Builder virtualNodeMode(boolean value) {
      virtualNodeMode = value;
      return this;
    }

    public Builder injectionBytes(int value) {
      injectionBytes = value;
      return this;
    }

    public Builder injectionChoice(InjectionChoice value) {
      injectionChoice = value;
      return this;
    }

    public Builder pace(double value) {
      pace = value;
      return this;
    }

    public Builder twoPhases(boolean value) {
      twoPhases = value;
      return this;
    }

    public Builder forwardTicks(int value) {
      forwardTicks = value;
      return this;
    }

    public Builder receptionBytes(int value) {
      receptionBytes = value;
      return this;
    }

    public Builder drainBytesPerTick(double value) {
      drainBytesPerTick = value;
      return this;
    }

    public Builder packetBytes(int... value) {
      packetBytes = value.clone();
      return this;
    }

    public Builder traffic(Traffic value) {
      traffic = value;
      return this;
    }

    public Builder probability(double value) {
      probability = value;
      return this;
    }

    public Builder sendingUntil(long value) {
      sendingUntil = value;
      return this;
    }

    public Builder packetsPerDestination(int value) {
      packetsPerDestination = value;
      return this;
    }

    public Builder dimensions(String value) {
      dimensions = value;
      return this;
    }

    public Builder hotFraction(double value) {
      hotFraction = value;
      return this;
    }

    public Builder hotBox(Integer... value) {
      hotBox = List.of(value);
      return this;
    }

    public Builder ringHops(int value) {
      ringHops = value;
      return this;
    }

    public Builder highPriorityProbability(double value) {
      highPriorityProbability = value;
      return this;
    }

    public Builder pipelined(boolean value) {
      pipelined = value;
      return this;
    }

    public Builder gapProbability(double value) {
      gapProbability = value;
      return this;
    }

    /** Open loop, uniform, at this rate per node. */
    public Builder uniform(double packetsPerTickAndNode) {
      traffic = Traffic.UNIFORM;
      probability = packetsPerTickAndNode;
      return this;
    }

    /** All-to-all with this many packets in a row to each destination. */
    public Builder allToAll(int packets) {
      traffic = Traffic.ALL_TO_ALL;
      packetsPerDestination = packets;
      return this;
    }

    /** Saturated sources, of the pattern set so far. */
    public Builder saturated() {
      saturated = true;
      return this;
    }

    public ReferenceConfig build() {
      return new ReferenceConfig(
          kx,
          ky,
          kz,
          seed,
          dynamicVcs,
          vcBytes,
          escapeVcBytes,
          totalVcBytes,
          escape,
          escapeOrder,
          originalBubbleRule,
          paths,
          jsq,
          slqFraction,
          inNetworkPriority,
          staticRouting,
          hintRegisters,
          bypass,
          arbitrationTicks,
          vcEntryTicks,
          regrantTicks,
          tokenAckBytes,
          tokenAckMerging,
          virtualNodeMode,
          injectionBytes,
          injectionChoice,
          pace,
          twoPhases,
          forwardTicks,
          receptionBytes,
          drainBytesPerTick,
          packetBytes,
          traffic,
          saturated,
          probability,
          sendingUntil,
          packetsPerDestination,
          dimensions,
          hotFraction,
          hotBox,
          ringHops,
          highPriorityProbability,
          pipelined,
          gapProbability);
    }
  }
}
