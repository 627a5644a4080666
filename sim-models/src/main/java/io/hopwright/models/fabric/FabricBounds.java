package io.hopwright.models.fabric;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.pattern.Sources;

/**
 * Bounds of the traffic of a fabric, from the loads that its routing function puts on each link. In
 * all-to-all traffic of more than {@link #EXACT_NODES} nodes, a sample of packets is used.
 * Immutable.
 *
 * @param load largest load that links and nodes can carry
 * @param linkLoad largest load that links can carry; infinite if none is used
 * @param hops mean hops of a packet
 * @param zeroLoadTicks mean zero-load latency of a packet
 * @param sampled number of packets in the sample; 0 if all pairs of nodes are summed
 */
record FabricBounds(double load, double linkLoad, double hops, double zeroLoadTicks, long sampled) {
  /** Most nodes of which all pairs are summed. */
  static final int EXACT_NODES = 4_096;

  /** Hops of a sample, which takes a few seconds. */
  private static final long SAMPLED_HOPS = 1L << 26;

  /**
   * Hops of a sample times nodes. In larger networks a hop takes longer, as its router and loads
   * are in no cache.
   */
  private static final long SAMPLED_HOPS_BY_NODES = 1L << 43;

  /** Hops of all routes that are followed one by one, which take some ten seconds. */
  private static final double MOST_HOPS = 5e8;

  private static final int PROBED_PAIRS = 16;

  /** Pairs of a list that a node has, as far as time is concerned. */
  private static final double PAIRS_OF_LIST = 16;

  /** A prime number, so that multiples of it come to all nodes. */
  private static final long STRIDE = 2_654_435_761L;

  static FabricBounds of(FabricSettings settings) {
    final boolean all =
        settings.sources().pairs() != null || settings.nodes().nodes() <= EXACT_NODES;
    return all && hopsOfAllRoutes(settings) <= MOST_HOPS ? exact(settings) : sampled(settings);
  }

  /** Estimates the hops of all routes with every value of their choices, from a few pairs. */
  private static double hopsOfAllRoutes(FabricSettings settings) {
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final long nodes = settings.nodes().nodes();
    final long[] sum = new long[1];
    for (long pair = 1; pair <= PROBED_PAIRS; pair++) {
      routes.visit(
          (int) (pair * STRIDE % nodes),
          (int) (pair * (STRIDE + 1) % nodes),
          (channels, hops, probability) -> sum[0] += hops);
    }
    final var listed = settings.sources().pairs();
    final double pairs = listed == null ? (double) nodes * nodes : PAIRS_OF_LIST * nodes;
    return pairs * sum[0] / PROBED_PAIRS;
  }

  private static FabricBounds exact(FabricSettings settings) {
    final Sources sources = settings.sources();
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final double[] loads = new double[routes.links()];
    final double[] total = new double[1];
    AlikePairs.visit(
        sources,
        settings.nodes(),
        settings.fabric().routing().alike(),
        (source, destination, weight) -> {
          total[0] += weight;
          routes.visit(
              source,
              destination,
              (channels, hops, probability) -> {
                for (int hop = 0; hop < hops; hop++) {
                  loads[routes.link(channels[hop])] += weight * probability;
                }
              });
        });
    return of(settings, loads, 0, total[0], sources.weightPerSender(), 0);
  }

  /**
   * Follows a sample of packets of the run. By chance one of many links has too many packets, so
   * several standard deviations are subtracted from all loads; the mean over links is the lower
   * limit.
   */
  private static FabricBounds sampled(FabricSettings settings) {
    final Sources sources = settings.sources();
    final int nodes = settings.nodes().nodes();
    final FabricRoutes routes = new FabricRoutes(settings.fabric(), settings.nodes());
    final FabricRouting.Drawn choices =
        new FabricRouting.Drawn(Purpose.ROUTE.draws(settings.run().seed()));
    final double[] loads = new double[routes.links()];
    final long most = Math.min(SAMPLED_HOPS, SAMPLED_HOPS_BY_NODES / nodes);
    long hops = 0;
    long packets = 0;
    for (; hops < most && packets < most; packets++) {
      final int source = (int) (packets * STRIDE % nodes);
      final long number =
          sources.isFinite() ? (Draws.mix(packets) >>> 1) % sources.messages() : packets / nodes;
      choices.of(source, number);
      final int destination = sources.destinations().destination(source, number);
      final int taken = routes.follow(source, destination, choices);
      hops += taken;
      for (int hop = 0; hop < taken; hop++) {
        loads[routes.link(routes.channel(hop))]++;
      }
    }
    final double chance = Math.sqrt(2 * Math.log(loads.length));
    final double perSender = (double) packets / sources.offering();
    return of(settings, loads, chance, (double) packets, perSender, packets);
  }

  /**
   * Returns the bounds of loads of links.
   *
   * @param chance standard deviations by which the largest of the loads may be so by chance
   * @param total weight of all pairs
   * @param perSender weight that stands for one sender
   */
  private static FabricBounds of(
      FabricSettings settings,
      double[] loads,
      double chance,
      double total,
      double perSender,
      long sampled) {
    final Topology topology = settings.fabric().topology();
    double most = 0;
    double busy = 0;
    double hops = 0;
    double hopTicks = 0;
    int links = 0;
    for (int router = 0; router < topology.routers(); router++) {
      for (int port = 0; port < topology.ports(); port++) {
        if (topology.leads(router, port)) {
          final double load = loads[topology.ports() * router + port];
          final LinkParameters link = settings.linkClass(router, port);
          most = Math.max(most, (load - chance * Math.sqrt(load)) * link.packetTicks());
          busy += load * link.packetTicks();
          hops += load;
          hopTicks += load * link.hopTicks();
          links++;
        }
      }
    }
    final double mean = busy / links;
    final double busiest =
        settings.fabric().readsLoads() ? mean : chance > 0 ? Math.max(most, mean) : most;
    final double packetTicks = settings.spec().nodeTicks();
    final Sources sources = settings.sources();
    final double atNode =
        sources.mostAtOneNode() * perSender * sources.offering() / sources.nodes() * packetTicks;
    return new FabricBounds(
        perSender * packetTicks / Math.max(busiest, atNode),
        perSender * packetTicks / busiest,
        hops / total,
        settings.spec().injection()
            + (hops / total + 1) * settings.headTicks()
            + hopTicks / total
            + settings.spec().ejection(),
        sampled);
  }
}
