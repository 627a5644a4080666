package io.hopwright.models.reference.cascade;

import java.util.List;

/**
 * Everything the reference model of the Cascade network can be told, in the words of {@code
 * docs/models/cascade.md}.
 *
 * @param seed seed of every draw
 * @param groups {@code G}, at least 1
 * @param bladesPerChassis {@code B}, even, 2…16
 * @param chassisPerGroup {@code C}, 1…6
 * @param lastGroupChassis chassis of the last group, 1…C
 * @param plannedGroups {@code P}, at least {@code G}
 * @param cablesPerPair {@code k}; 0 for the most there can be
 * @param ioBladesPerGroup blades with two nodes instead of four in each group
 * @param electricalBlue whether blue links are electrical
 * @param routing which candidates take part
 * @param gateways which blue links take part in a draw
 * @param bias flits added to the cost of non-minimal candidates, −100,000…100,000
 * @param nonMinimalWeight factor of the load of non-minimal candidates, at least 0
 * @param electricalVcBytes capacity of a VC of an electrical link or a processor tile
 * @param opticalVcBytes capacity of a VC of an optical link
 * @param injectionTicks from issue to arrival at the router, at least 1
 * @param ejectionTicks from grant to arrival at the NIC, at least 0
 * @param nicBufferBytes buffer per NIC, class and processor tile towards the host
 * @param outstanding requests issued whose response has not been delivered, per NIC, at least 1
 * @param hopTicks from grant to arrival at the next router, at least 1
 * @param creditTicks from the tail leaving a buffer to the credits at the sender, at least 0
 * @param kind where the messages go
 * @param saturated whether a request is born when its predecessor is issued; cannot be drained
 * @param load open loop: data per node, 1 = 7.5 GB/s; not used if saturated or in an all-to-all
 * @param messageBytes sizes of messages, equally likely, 1 B…4 MB
 * @param shiftGroups groups further, of a group shift; no multiple of G
 * @param target node that all others send to, of many-to-one
 * @param bornBefore nothing is born from this tick on
 */
public record ReferenceCascadeConfig(
    long seed,
    int groups,
    int bladesPerChassis,
    int chassisPerGroup,
    int lastGroupChassis,
    int plannedGroups,
    int cablesPerPair,
    int ioBladesPerGroup,
    boolean electricalBlue,
    Routing routing,
    Gateways gateways,
    int bias,
    int nonMinimalWeight,
    int electricalVcBytes,
    int opticalVcBytes,
    int injectionTicks,
    int ejectionTicks,
    int nicBufferBytes,
    int outstanding,
    int hopTicks,
    int creditTicks,
    Kind kind,
    boolean saturated,
    double load,
    List<Integer> messageBytes,
    int shiftGroups,
    int target,
    long bornBefore) {

  /** A request with 64 B of data; every buffer must hold one. */
  private static final int LARGEST_PACKET_BYTES = 84;

  /** "router.routing". */
  public enum Routing {
    MINIMAL("minimal"),
    VALIANT("valiant"),
    ADAPTIVE("adaptive"),
    TUNED("tuned"),
    DETERMINISTIC("deterministic"),
    DETERMINISTIC_VALIANT("deterministic-valiant");

    private final String word;

    Routing(String word) {
      this.word = word;
    }

    /** The routing that a configuration calls by this word. */
    public static Routing of(String word) {
      for (final Routing routing : values()) {
        if (routing.word.equals(word)) {
          return routing;
        }
      }
      throw new IllegalArgumentException("no routing " + word);
    }

    /** Whether black link and processor tile are drawn. */
    boolean isDeterministic() {
      return this == DETERMINISTIC || this == DETERMINISTIC_VALIANT;
    }
  }

  /** "router.gateways". */
  public enum Gateways {
    ANY("any"),
    NEAR("near");

    private final String word;

    Gateways(String word) {
      this.word = word;
    }

    /** The gateways that a configuration calls by this word. */
    public static Gateways of(String word) {
      for (final Gateways gateways : values()) {
        if (gateways.word.equals(word)) {
          return gateways;
        }
      }
      throw new IllegalArgumentException("no gateways " + word);
    }
  }

  /** "workload.kind". */
  public enum Kind {
    UNIFORM("uniform"),
    ALL_TO_ALL("all-to-all"),
    ALL_TO_ALL_RANDOM("all-to-all-random"),
    GROUP_SHIFT("group-shift"),
    MANY_TO_ONE("many-to-one"),
    PERMUTATION("permutation");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The kind that a configuration calls by this word. */
    public static Kind of(String word) {
      for (final Kind kind : values()) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of workload " + word);
    }

    /** Whether there is one message to each other node, all born at tick 0. */
    boolean isAllToAll() {
      return this == ALL_TO_ALL || this == ALL_TO_ALL_RANDOM;
    }
  }

  /** Checks every range named above. */
  public ReferenceCascadeConfig {
    require(groups >= 1, "groups of at least 1");
    require(
        bladesPerChassis >= 2 && bladesPerChassis <= 16 && bladesPerChassis % 2 == 0,
        "an even number of bladesPerChassis within 2…16");
    require(chassisPerGroup >= 1 && chassisPerGroup <= 6, "chassisPerGroup within 1…6");
    require(
        lastGroupChassis >= 1 && lastGroupChassis <= chassisPerGroup,
        "lastGroupChassis within 1…chassisPerGroup");
    require(plannedGroups >= groups, "plannedGroups of at least the groups");
    require(
        ioBladesPerGroup >= 0 && ioBladesPerGroup <= bladesPerChassis * lastGroupChassis,
        "ioBladesPerGroup that fit into every group");
    require(bias >= -100_000 && bias <= 100_000, "a bias within −100,000…100,000");
    require(nonMinimalWeight >= 0, "a nonMinimalWeight from 0");
    require(
        electricalVcBytes >= LARGEST_PACKET_BYTES
            && opticalVcBytes >= LARGEST_PACKET_BYTES
            && nicBufferBytes >= LARGEST_PACKET_BYTES,
        "buffers for the largest packet");
    require(injectionTicks >= 1 && ejectionTicks >= 0, "injectionTicks and ejectionTicks");
    require(hopTicks >= 1 && creditTicks >= 0, "hopTicks and creditTicks");
    require(outstanding >= 1, "outstanding of at least 1");
    require(
        kind != Kind.GROUP_SHIFT || shiftGroups % groups != 0,
        "shiftGroups that lead to another group");
    require(
        kind.isAllToAll() || !saturated || bornBefore == Long.MAX_VALUE,
        "an end of sources that are not saturated");
    require(
        kind.isAllToAll() || saturated || (load > 0 && birthProbability(load, messageBytes) <= 1),
        "a load above 0, of at most one message per tick");
    messageBytes = List.copyOf(messageBytes);
    require(
        messageBytes.stream().allMatch(bytes -> bytes >= 1 && bytes <= 4 << 20),
        "messageBytes within 1…4 MB");
    require(target >= 0, "a target from 0");
    require(bornBefore >= 0, "bornBefore from 0");
  }

  /** "(U·(6.0/35))/M", in this order. */
  private static double birthProbability(double load, List<Integer> messageBytes) {
    final double sum = messageBytes.stream().mapToLong(bytes -> bytes).sum();
    return (load * (6.0 / 35)) / (sum / messageBytes.size());
  }

  /** Messages per tick and node of open-loop traffic. */
  double birthProbability() {
    return birthProbability(load, messageBytes);
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("reference model of Cascade needs " + what);
    }
  }

  /** Chassis that a group has. */
  int chassis(int group) {
    return group == groups - 1 ? lastGroupChassis : chassisPerGroup;
  }

  /** A machine of full groups; everything else as the page has it by default, uniform at 0.1. */
  public static Builder builder(int groups, int chassisPerGroup, int bladesPerChassis) {
    return new Builder(groups, chassisPerGroup, bladesPerChassis);
  }

  /** A builder that starts from this configuration. */
  public Builder toBuilder() {
    final Builder builder = new Builder(groups, chassisPerGroup, bladesPerChassis);
    builder.seed = seed;
    builder.lastGroupChassis = lastGroupChassis;
    builder.plannedGroups = plannedGroups;
    builder.cablesPerPair = cablesPerPair;
    builder.ioBladesPerGroup = ioBladesPerGroup;
    builder.electricalBlue = electricalBlue;
    builder.routing = routing;
    builder.gateways = gateways;
    builder.bias = bias;
    builder.nonMinimalWeight = nonMinimalWeight;
    builder.electricalVcBytes = electricalVcBytes;
    builder.opticalVcBytes = opticalVcBytes;
    builder.injectionTicks = injectionTicks;
    builder.ejectionTicks = ejectionTicks;
    builder.nicBufferBytes = nicBufferBytes;
    builder.outstanding = outstanding;
    builder.hopTicks = hopTicks;
    builder.creditTicks = creditTicks;
    builder.kind = kind;
    builder.saturated = saturated;
    builder.load = load;
    builder.messageBytes = messageBytes;
    builder.shiftGroups = shiftGroups;
    builder.target = target;
    builder.bornBefore = bornBefore;
    return builder;
  }

  /** Names every setting. */
  public static final class Builder {
    private final int groups;
    private final int chassisPerGroup;
    private final int bladesPerChassis;
    private long seed = 1;
    private int lastGroupChassis;
    private int plannedGroups;
    private int cablesPerPair;
    private int ioBladesPerGroup;
    private boolean electricalBlue;
    private Routing routing = Routing.ADAPTIVE;
    private Gateways gateways = Gateways.ANY;
    private int bias = 300;
    private int nonMinimalWeight = 2;
    private int electricalVcBytes = 8_192;
    private int opticalVcBytes = 16_384;
    private int injectionTicks = 15_312;
    private int ejectionTicks = 15_313;
    private int nicBufferBytes = 4_096;
    private int outstanding = 1_024;
    private int hopTicks = 4_375;
    private int creditTicks = 4_375;
    private Kind kind = Kind.UNIFORM;
    private boolean saturated;
    private double load = 0.1;
    private List<Integer> messageBytes = List.of(64);
    private int shiftGroups = 1;
    private int target;
    private long bornBefore = Long.MAX_VALUE;

    private Builder(int groups, int chassisPerGroup, int bladesPerChassis) {
      this.groups = groups;
      this.chassisPerGroup = chassisPerGroup;
      this.bladesPerChassis = bladesPerChassis;
      lastGroupChassis = chassisPerGroup;
      plannedGroups = groups;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    public Builder lastGroupChassis(int value) {
      lastGroupChassis = value;
      return this;
    }

    public Builder plannedGroups(int value) {
      plannedGroups = value;
      return this;
    }

    public Builder cablesPerPair(int value) {
      cablesPerPair = value;
      return this;
    }

    public Builder ioBladesPerGroup(int value) {
      ioBladesPerGroup = value;
      return this;
    }

    public Builder electricalBlue(boolean value) {
      electricalBlue = value;
      return this;
    }

    public Builder routing(Routing value) {
      routing = value;
      return this;
    }

    public Builder routing(String word) {
      return routing(Routing.of(word));
    }

    public Builder gateways(Gateways value) {
      gateways = value;
      return this;
    }

    public Builder gateways(String word) {
      return gateways(Gateways.of(word));
    }

    public Builder bias(int value) {
      bias = value;
      return this;
    }

    public Builder nonMinimalWeight(int value) {
      nonMinimalWeight = value;
      return this;
    }

    public Builder electricalVcBytes(int value) {
      electricalVcBytes = value;
      return this;
    }

    public Builder opticalVcBytes(int value) {
      opticalVcBytes = value;
      return this;
    }

    public Builder injectionTicks(int value) {
      injectionTicks = value;
      return this;
    }

    public Builder ejectionTicks(int value) {
      ejectionTicks = value;
      return this;
    }

    public Builder nicBufferBytes(int value) {
      nicBufferBytes = value;
      return this;
    }

    public Builder outstanding(int value) {
      outstanding = value;
      return this;
    }

    public Builder hopTicks(int value) {
      hopTicks = value;
      return this;
    }

    public Builder creditTicks(int value) {
      creditTicks = value;
      return this;
    }

    public Builder kind(Kind value) {
      kind = value;
      return this;
    }

    public Builder kind(String word) {
      return kind(Kind.of(word));
    }

    /** Open loop at this share of 7.5 GB/s of data per node. */
    public Builder load(double value) {
      load = value;
      saturated = false;
      return this;
    }

    public Builder saturated() {
      saturated = true;
      return this;
    }

    public Builder messageBytes(Integer... value) {
      messageBytes = List.of(value);
      return this;
    }

    public Builder shiftGroups(int value) {
      shiftGroups = value;
      return this;
    }

    public Builder target(int value) {
      target = value;
      return this;
    }

    public Builder bornBefore(long value) {
      bornBefore = value;
      return this;
    }

    public ReferenceCascadeConfig build() {
      return new ReferenceCascadeConfig(
          seed,
          groups,
          bladesPerChassis,
          chassisPerGroup,
          lastGroupChassis,
          plannedGroups,
          cablesPerPair,
          ioBladesPerGroup,
          electricalBlue,
          routing,
          gateways,
          bias,
          nonMinimalWeight,
          electricalVcBytes,
          opticalVcBytes,
          injectionTicks,
          ejectionTicks,
          nicBufferBytes,
          outstanding,
          hopTicks,
          creditTicks,
          kind,
          saturated,
          load,
          messageBytes,
          shiftGroups,
          target,
          bornBefore);
    }
  }
}
