package io.hopwright.models.cascade.network;

import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Theoretical bounds of a Cascade system: mean links of uniform routes, and the capacity of its
 * links and hosts (Faanes et al., SC 2012, sections II.D, VII and VIII).
 *
 * <p>Rates are in GB/s (10⁹ bytes) of data per node, if all nodes send alike and every request is
 * answered by its response. Raw rates count all bytes on the links. Means and limits assume that
 * blue links and roots are drawn evenly; they are exact sums over all pairs of nodes, with partial
 * last groups and I/O blades. Adaptively routed packets prefer near links, and can exceed the
 * limits of green and black links. Immutable; safe for any thread.
 */
public final class CascadeBounds {
  /** Optical links of a route in a fat tree, up and down. */
  private static final double FAT_TREE_OPTICAL_LINKS = 2;

  private static final double NANOSECONDS_PER_TICK = 4.0 / 175;

  /** Mean number of links of a route, by colour. */
  public record Links(double green, double black, double blue) {
    public double all() {
      return green + black + blue;
    }
  }

  /**
   * Limits of each part of the system, in GB/s of data per node; infinite if the part carries no
   * traffic. Green and black links count together in each group, and the worst group decides.
   */
  public record Limits(double green, double black, double blue, double host) {
    public double least() {
      return Math.min(Math.min(green, black), Math.min(blue, host));
    }
  }

  private final Dragonfly dragonfly;
  private final double localRate;
  private final double blueRate;
  private final boolean optical;
  private final double messageBytes;
  private final double requestBytes;
  private final double responseBytes;
  private final double requestTicks;
  private final double responseTicks;
  private final LocalSteps green;
  private final LocalSteps black;

  /**
   * Prepares bounds for messages of 1 B or more; results are means over the sizes.
   *
   * @param rates of links and hosts
   * @param optical whether the blue links are optical, or else electrical
   * @param sizes of messages, equally likely
   */
  public CascadeBounds(Dragonfly dragonfly, CascadeRates rates, boolean optical, int... sizes) {
    this.dragonfly = dragonfly;
    this.optical = optical;
    messageBytes = Arrays.stream(sizes).average().orElseThrow();
    localRate = rates.gigabytesPerSecond(false);
    blueRate = rates.gigabytesPerSecond(optical);
    requestBytes = perMessage(sizes, CascadeBounds::wireBytes);
    responseBytes =
        perMessage(sizes, data -> CascadePackets.wireBytes(CascadePackets.RESPONSE_FLITS));
    requestTicks = perMessage(sizes, rates::requestHostTicks);
    responseTicks = perMessage(sizes, data -> CascadePackets.RESPONSE_HOST_TICKS);
    green = LocalSteps.green(dragonfly);
    black = LocalSteps.black(dragonfly);
  }

  /** Returns the mean over messages of a sum over their requests, by the data of each. */
  private static double perMessage(int[] sizes, IntUnaryOperator ofRequest) {
    long sum = 0;
    for (int bytes : sizes) {
      final int full = (bytes - 1) / CascadePackets.MAX_DATA;
      sum += (long) full * ofRequest.applyAsInt(CascadePackets.MAX_DATA);
      sum += ofRequest.applyAsInt(bytes - full * CascadePackets.MAX_DATA);
    }
    return (double) sum / sizes.length;
  }

  private static int wireBytes(int dataBytes) {
    return CascadePackets.wireBytes(CascadePackets.requestFlits(dataBytes));
  }

  /** Returns the share of data in the bytes that requests and responses take on links: 0.64. */
  public double payloadShare() {
    return messageBytes / (requestBytes + responseBytes);
  }

  /**
   * Returns the rate of a host in each direction if both are used at once: 7.49 for multiples of 64
   * B.
   */
  public double hostGigabytesPerSecond() {
    return hostGigabytesPerSecond(1);
  }

  /**
   * Returns the data that each node may send if one host receives {@code received} requests per
   * node.
   */
  public double hostGigabytesPerSecond(double received) {
    final double out = requestTicks + received * responseTicks;
    final double in = received * requestTicks + responseTicks;
    return messageBytes / (Math.max(out, in) * NANOSECONDS_PER_TICK);
  }

  /** Returns the number of optical cables. */
  public long opticalCables() {
    return optical ? dragonfly.cables() : 0;
  }

  /** Returns the raw rate at which the blue links out of all groups carry bytes, per node. */
  public double globalGigabytesPerSecond() {
    return blueEnds() * blueRate / dragonfly.nodes();
  }

  /**
   * Returns the raw bisection bandwidth in TB/s: {@code G/(2(G−1))} times the rate of the blue
   * links in both directions; 0 for a single group.
   */
  public double bisectionTerabytesPerSecond() {
    final double groups = dragonfly.groups();
    return groups == 1 ? 0 : groups / (2 * (groups - 1)) * blueRate * blueEnds() / 1000;
  }

  private double blueEnds() {
    return 2.0 * Dragonfly.LINKS_PER_CABLE * dragonfly.cables();
  }

  /** Returns the mean links of a minimal route to another node. */
  public Links minimalLinks() {
    return new Links(
        meanSteps(group -> green.minimal(group)),
        meanSteps(group -> black.minimal(group)),
        meanBlue(this::minimalRoutes));
  }

  /** Returns the mean links of a non-minimal route to another node. */
  public Links valiantLinks() {
    return new Links(
        meanSteps(green::valiant), meanSteps(black::valiant), meanBlue(this::valiantRoutes));
  }

  /** Returns the mean links from one group to another, with ends drawn evenly. */
  public Links shiftLinks(boolean nonMinimal) {
    final int legs = nonMinimal ? 2 : 1;
    return new Links(2 * legs * green.ofRoot(0), 2 * legs * black.ofRoot(0), legs);
  }

  /**
   * Returns the mean number of optical links of a route, divided by the two of a fat tree (section
   * VII): ½ if all packets leave their group and take one.
   */
  public double opticalLinksToFatTree(Links links) {
    return optical ? links.blue() / FAT_TREE_OPTICAL_LINKS : 0;
  }

  /** Returns the limits of uniform traffic on minimal routes. */
  public Limits uniformMinimal() {
    return uniform(green::minimal, black::minimal, this::minimalRoutes);
  }

  /** Returns the limits of uniform traffic on non-minimal routes. */
  public Limits uniformValiant() {
    return uniform(green::valiant, black::valiant, this::valiantRoutes);
  }

  private Limits uniform(
      IntToDoubleFunction greenSteps, IntToDoubleFunction blackSteps, Routes blueRoutes) {
    double ofGreen = Double.POSITIVE_INFINITY;
    double ofBlack = Double.POSITIVE_INFINITY;
    double ofBlue = Double.POSITIVE_INFINITY;
    for (int g = 0; g < dragonfly.groups(); g++) {
      ofGreen = Math.min(ofGreen, limit(greenRate(g), greenSteps.applyAsDouble(g)));
      ofBlack = Math.min(ofBlack, limit(blackRate(g), blackSteps.applyAsDouble(g)));
      for (int h = 0; h < g; h++) {
        ofBlue = Math.min(ofBlue, bundleRate(g, h) / blueRoutes.over(g, h));
      }
    }
    final double others = (dragonfly.nodes() - 1) * payloadShare();
    return new Limits(
        others * ofGreen, others * ofBlack, others * ofBlue, hostGigabytesPerSecond());
  }

  /**
   * Returns the limits of minimal routes if all groups send to the group {@code shift} further on.
   * Null unless groups are equal, without I/O blades, and send to others. Responses share the blue
   * links of requests only if the reverse direction is a shift by the same number of groups.
   */
  public Limits shiftMinimal(int shift) {
    if (!alike(shift)) {
      return null;
    }
    final double perByte = messageBytes / dragonfly.nodesIn(0);
    final double twoWays = 2.0 * (requestBytes + responseBytes);
    return new Limits(
        perByte * limit(greenRate(0), twoWays * green.ofRoot(0)),
        perByte * limit(blackRate(0), twoWays * black.ofRoot(0)),
        perByte * bundleRate(0, shift(shift)) / directBytes(shift),
        hostGigabytesPerSecond());
  }

  /**
   * Returns the limits of the best mixture of minimal and non-minimal routes if all groups send to
   * the group {@code shift} further on; null as {@link #shiftMinimal}.
   *
   * <p>Bytes beyond the capacity of the direct blue links take two blue links, and four routes
   * within groups instead of two. Request bytes that fill the direct links once and all others
   * twice make {@code G} bundles for {@code 2·requestBytes}; responses add the bytes of {@link
   * #blueLinksOfResponses}. With small messages on few groups, somewhat less may be possible.
   */
  public Limits shiftOptimum(int shift) {
    final Limits minimal = shiftMinimal(shift);
    if (minimal == null) {
      return null;
    }
    final double perByte = messageBytes / dragonfly.nodesIn(0);
    final double bundle = bundleRate(0, shift(shift));
    final double blueBytes = 2 * requestBytes + blueLinksOfResponses(shift) * responseBytes;
    final double localBytes = 2.0 * (requestBytes + responseBytes + directBytes(shift));
    final double ofGreen = limit(greenRate(0), green.ofRoot(0));
    final double ofBlack = limit(blackRate(0), black.ofRoot(0));
    return new Limits(
        Math.min(minimal.green(), perByte * (ofGreen + 2 * bundle) / localBytes),
        Math.min(minimal.black(), perByte * (ofBlack + 2 * bundle) / localBytes),
        perByte * dragonfly.groups() * bundle / blueBytes,
        hostGigabytesPerSecond());
  }

  /**
   * Returns the blue links a response counts for in {@link #shiftOptimum}. Ways up and down of
   * requests fill the bundles over t and {@code shift − t} groups alike, so a direct response
   * leaves as much of its bundle's partner empty, and counts for two, but for what other responses
   * gain on a ring of an odd number of groups. This solves the dual of the linear program over all
   * mixtures.
   */
  private double blueLinksOfResponses(int shift) {
    int ring = 1;
    while (ring * shift(shift) % dragonfly.groups() != 0) {
      ring++;
    }
    return ring % 2 == 0 ? 2 : 2 - 4.0 / (ring + 1);
  }

  /** Returns the loads of a matrix on minimal routes. */
  public RouteLoads minimalLoads(TrafficMatrix matrix, boolean nearGateways) {
    return new RouteLoads(
        dragonfly,
        nearGateways,
        matrix,
        new RouteLoads.Times(requestBytes, responseBytes, localRate, blueRate));
  }

  /** Returns a rate in GB/s of data per node, the mean over all nodes, that links allow. */
  public double perNode(TrafficMatrix matrix, double nanoseconds) {
    return messageBytes * matrix.total() / (nanoseconds * dragonfly.nodes());
  }

  /**
   * Returns the nanoseconds for which the busiest host is busy with the messages, one per unit of
   * weight.
   */
  public double hosts(TrafficMatrix matrix) {
    double most = 0;
    for (int node = 0; node < dragonfly.nodes(); node++) {
      final double sent = matrix.sent(node);
      final double received = matrix.received(node);
      final double out = sent * requestTicks + received * responseTicks;
      final double in = received * requestTicks + sent * responseTicks;
      most = Math.max(most, Math.max(out, in) * NANOSECONDS_PER_TICK);
    }
    return most;
  }

  /**
   * Returns the smallest time in nanoseconds, over all mixtures of minimal and non-minimal routes,
   * for which blue links are busy with the messages, one per unit of weight: those out of each
   * group, those into it, and all together.
   *
   * <p>Bytes that the direct links between two groups do not carry in that time take two links. For
   * any set of pairs of groups, the time is at least {@code (all + pairs) / (rateOfAll +
   * rateOfPairs)}, where {@code all} and {@code pairs} are bytes. The largest bound adds pairs in
   * the order of their load, fullest first.
   */
  public double blueLinks(TrafficMatrix matrix) {
    final int groups = dragonfly.groups();
    final double[][] bytes = new double[groups][groups];
    matrix.forEach(
        (source, destination, weight) -> {
          bytes[groupOf(source)][groupOf(destination)] += weight * requestBytes;
          bytes[groupOf(destination)][groupOf(source)] += weight * responseBytes;
        });
    final List<Bundle> all = new ArrayList<>();
    double most = 0;
    for (int g = 0; g < groups; g++) {
      Bundle out = Bundle.NONE;
      Bundle in = Bundle.NONE;
      for (int h = 0; h < groups; h++) {
        if (h != g) {
          final Bundle bundle = new Bundle(bytes[g][h], bundleRate(g, h));
          out = out.and(bundle);
          in = in.and(new Bundle(bytes[h][g], bundleRate(h, g)));
          all.add(bundle);
        }
      }
      most = Math.max(most, Math.max(out.time(), in.time()));
    }
    Bundle together = all.stream().reduce(Bundle.NONE, Bundle::and);
    all.sort(Comparator.comparingDouble(Bundle::time).reversed());
    for (Bundle twice : all) {
      together = together.and(twice);
      most = Math.max(most, together.time());
    }
    return most;
  }

  /** Bytes on a set of blue links, and the rate of the set. */
  private record Bundle(double bytes, double rate) {
    static final Bundle NONE = new Bundle(0, 0);

    Bundle and(Bundle other) {
      return new Bundle(bytes + other.bytes, rate + other.rate);
    }

    double time() {
      return rate == 0 ? 0 : bytes / rate;
    }
  }

  private int groupOf(int node) {
    return dragonfly.groupOf(dragonfly.ariesOf(node));
  }

  private boolean alike(int shift) {
    return dragonfly.plan().lastGroupChassis() == dragonfly.plan().chassisPerGroup()
        && dragonfly.plan().ioBladesPerGroup() == 0
        && shift(shift) != 0;
  }

  private int shift(int shift) {
    return Math.floorMod(shift, dragonfly.groups());
  }

  /** Returns the bytes of a message that go over the direct blue links from source to target. */
  private double directBytes(int shift) {
    return requestBytes + (2 * shift(shift) == dragonfly.groups() ? responseBytes : 0);
  }

  private double meanSteps(IntToDoubleFunction steps) {
    return IntStream.range(0, dragonfly.groups()).mapToDouble(steps).sum() / pairsOfNodes();
  }

  private double meanBlue(Routes routes) {
    double sum = 0;
    for (int g = 0; g < dragonfly.groups(); g++) {
      for (int h = 0; h < g; h++) {
        sum += 2 * routes.over(g, h);
      }
    }
    return sum / pairsOfNodes();
  }

  private double pairsOfNodes() {
    return (double) dragonfly.nodes() * (dragonfly.nodes() - 1);
  }

  /** Returns the number of minimal routes from one group to another. */
  private double minimalRoutes(int g, int h) {
    return (double) dragonfly.nodesIn(g) * dragonfly.nodesIn(h);
  }

  /** Returns the routes over the blue links from g to h: up to roots in h, down from roots in g. */
  private double valiantRoutes(int g, int h) {
    return (leaving(g) * dragonfly.ariesIn(h) + leaving(h) * dragonfly.ariesIn(g))
        / dragonfly.aries();
  }

  /** Returns the number of pairs of a node of a group and one of another. */
  private double leaving(int group) {
    final double nodes = dragonfly.nodesIn(group);
    return nodes * (dragonfly.nodes() - nodes);
  }

  private double bundleRate(int g, int h) {
    return dragonfly.blueLinks(g, h) * blueRate;
  }

  private double greenRate(int group) {
    final int others = dragonfly.plan().bladesPerChassis() - 1;
    return localRate * dragonfly.ariesIn(group) * others;
  }

  private double blackRate(int group) {
    final int links = Dragonfly.BLACK_LINKS * (dragonfly.plan().chassisIn(group) - 1);
    return localRate * dragonfly.ariesIn(group) * links;
  }

  private static double limit(double rate, double load) {
    return load == 0 ? Double.POSITIVE_INFINITY : rate / load;
  }

  /** Routes over the blue links from one group to another, one route for each pair of nodes. */
  private interface Routes {
    double over(int g, int h);
  }
}
