package io.hopwright.models.bluegene.reference;

import java.util.Arrays;

/**
 * Everything the reference torus can be told, in the words of {@code docs/models/bluegene-l.md}.
 *
 * @param kx nodes in x, at least 1
 * @param ky nodes in y, at least 1
 * @param kz nodes in z, at least 1
 * @param seed seed of every draw
 * @param dynamicVcs dynamic virtual channels per receiver, 0…4
 * @param vcBytes capacity of a dynamic virtual channel, a multiple of 32, at least 256
 * @param escapeVcBytes capacity of the bubble and of the high-priority channel, a multiple of 32,
 *     at least 512
 * @param paths transfer busses per receiver, at least 1
 * @param jsq whether a head keeps the pairs of the highest token range
 * @param slqFraction probability of an SLQ cycle, 0…1
 * @param inNetworkPriority probability that a sender prefers receivers, 0…1
 * @param staticRouting whether stream 0 is of class static instead of dynamic
 * @param bypass whether a packet that meets an empty FIFO asks once on the bypass
 * @param arbitrationTicks delay before a request, once per FIFO
 * @param vcEntryTicks delay of entering a virtual channel
 * @param regrantTicks dead ticks of a link after each transmission
 * @param packetBytes packet sizes, each 32…256 and a multiple of 32, drawn uniformly by position
 * @param traffic pattern of stream 0
 * @param probability packets per tick and node of uniform traffic, above 0 and at most 1
 * @param packetsPerDestination packets in a row to each destination of an all-to-all, at least 1
 * @param highPriorityProbability packets per tick and node of stream 1; 0 leaves it out
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
    int paths,
    boolean jsq,
    double slqFraction,
    double inNetworkPriority,
    boolean staticRouting,
    boolean bypass,
    int arbitrationTicks,
    int vcEntryTicks,
    int regrantTicks,
    int[] packetBytes,
    Traffic traffic,
    double probability,
    int packetsPerDestination,
    double highPriorityProbability) {

  /** Pattern of stream 0. */
  public enum Traffic {
    /** Open loop with geometric gaps, uniform destinations. */
    UNIFORM,
    /** Every node sends to every other, everything born at 0. */
    ALL_TO_ALL,
    /** Every normal injection FIFO always holds a packet; uniform destinations. */
    SATURATED
  }

  /** Checks every range named above. */
  public ReferenceConfig {
    require(kx >= 1 && ky >= 1 && kz >= 1 && kx * ky * kz >= 2, "shape of at least two nodes");
    require(dynamicVcs >= 0 && dynamicVcs <= 4, "dynamicVcs within 0…4");
    require(vcBytes >= 256 && vcBytes % 32 == 0, "vcBytes a multiple of 32 from 256");
    require(escapeVcBytes >= 512 && escapeVcBytes % 32 == 0, "escapeVcBytes: 32·n from 512");
    require(paths >= 1, "paths of at least 1");
    require(slqFraction >= 0 && slqFraction <= 1, "slqFraction within 0…1");
    require(inNetworkPriority >= 0 && inNetworkPriority <= 1, "inNetworkPriority within 0…1");
    require(arbitrationTicks >= 0 && vcEntryTicks >= 0 && regrantTicks >= 0, "delays from 0");
    packetBytes = packetBytes.clone();
    require(packetBytes.length >= 1, "at least one packet size");
    for (final int bytes : packetBytes) {
      require(bytes >= 32 && bytes <= 256 && bytes % 32 == 0, "packetBytes: 32·n within 32…256");
    }
    require(
        traffic != Traffic.UNIFORM || (probability > 0 && probability <= 1),
        "probability above 0 and at most 1");
    require(packetsPerDestination >= 1, "packetsPerDestination of at least 1");
    require(
        highPriorityProbability >= 0 && highPriorityProbability <= 1,
        "highPriorityProbability within 0…1");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("reference torus needs " + what);
    }
  }

  @Override
  public int[] packetBytes() {
    return packetBytes.clone();
  }

  /** Nodes of the machine. */
  public int nodes() {
    return kx * ky * kz;
  }

  /** Size of dimension 0…2. */
  public int size(int dimension) {
    return dimension == 0 ? kx : dimension == 1 ? ky : kz;
  }

  /** All unidirectional links of the machine; a dimension of 1 has none. */
  public int links() {
    int links = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      links += size(dimension) == 1 ? 0 : 2 * nodes();
    }
    return links;
  }

  /** Mean minimal distance over the destinations other than the source. */
  public double meanHops() {
    long hopsFromNodeZero = 0;
    for (int z = 0; z < kz; z++) {
      for (int y = 0; y < ky; y++) {
        for (int x = 0; x < kx; x++) {
          hopsFromNodeZero += Math.min(x, kx - x) + Math.min(y, ky - y) + Math.min(z, kz - z);
        }
      }
    }
    return (double) hopsFromNodeZero / (nodes() - 1);
  }

  /** Rule "Target link utilization": the probability per tick and node that stands for it. */
  public double probabilityFor(double targetUtilization) {
    final double meanWireBytes =
        Arrays.stream(packetBytes).map(bytes -> bytes + 4 + 12).average().orElseThrow();
    return targetUtilization * links() / (nodes() * meanHops() * meanWireBytes);
  }

  /**
   * A machine of this shape with two dynamic channels, 1 KB each, two paths, JSQ, SLQ 0.75,
   * in-network priority 1, bypass, no extra delays, 256 B packets, uniform at 0.001.
   */
  public static Builder builder(int kx, int ky, int kz) {
    return new Builder(kx, ky, kz);
  }

  /** A builder that starts from this configuration. */
  public Builder toBuilder() {
    return new Builder(kx, ky, kz)
        .seed(seed)
        .dynamicVcs(dynamicVcs)
        .vcBytes(vcBytes)
        .escapeVcBytes(escapeVcBytes)
        .paths(paths)
        .jsq(jsq)
        .slqFraction(slqFraction)
        .inNetworkPriority(inNetworkPriority)
        .staticRouting(staticRouting)
        .bypass(bypass)
        .arbitrationTicks(arbitrationTicks)
        .vcEntryTicks(vcEntryTicks)
        .regrantTicks(regrantTicks)
        .packetBytes(packetBytes)
        .traffic(traffic, probability, packetsPerDestination)
        .highPriorityProbability(highPriorityProbability);
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
    private int paths = 2;
    private boolean jsq = true;
    private double slqFraction = 0.75;
    private double inNetworkPriority = 1.0;
    private boolean staticRouting;
    private boolean bypass = true;
    private int arbitrationTicks;
    private int vcEntryTicks;
    private int regrantTicks;
    private int[] packetBytes = {256};
    private Traffic traffic = Traffic.UNIFORM;
    private double probability = 0.001;
    private int packetsPerDestination = 1;
    private double highPriorityProbability;

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

    public Builder packetBytes(int... values) {
      packetBytes = values.clone();
      return this;
    }

    public Builder uniform(double packetsPerTickAndNode) {
      return traffic(Traffic.UNIFORM, packetsPerTickAndNode, packetsPerDestination);
    }

    public Builder allToAll(int packets) {
      return traffic(Traffic.ALL_TO_ALL, probability, packets);
    }

    public Builder saturated() {
      return traffic(Traffic.SATURATED, probability, packetsPerDestination);
    }

    private Builder traffic(Traffic kind, double packetsPerTickAndNode, int packets) {
      traffic = kind;
      probability = packetsPerTickAndNode;
      packetsPerDestination = packets;
      return this;
    }

    public Builder highPriorityProbability(double value) {
      highPriorityProbability = value;
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
          paths,
          jsq,
          slqFraction,
          inNetworkPriority,
          staticRouting,
          bypass,
          arbitrationTicks,
          vcEntryTicks,
          regrantTicks,
          packetBytes,
          traffic,
          probability,
          packetsPerDestination,
          highPriorityProbability);
    }
  }
}
