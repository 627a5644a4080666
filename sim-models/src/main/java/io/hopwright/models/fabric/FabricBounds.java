package io.hopwright.models.fabric;

import io.hopwright.models.traffic.pattern.Sources;
import java.util.stream.DoubleStream;

/**
 * Bounds of the traffic of a fabric, by sums of the routing function over pairs of nodes. Above
 * {@link #EXACT_NODES} nodes that all send to all others, sources are a sample. Immutable.
 *
 * @param load the largest that links and nodes can carry
 * @param linkLoad the largest that links can carry; infinite if none is used
 * @param hops of a packet, on average
 * @param zeroLoadTicks of a packet, on average
 * @param sampled number of sources in the sample; 0 if the sums are exact
 */
record FabricBounds(double load, double linkLoad, double hops, double zeroLoadTicks, int sampled) {
  /** Most nodes of which all pairs are summed. */
  static final int EXACT_NODES = 4_096;

  /** Of the sum over a sample, so that bounds of large fabrics take no longer than exact ones. */
  private static final long PAIRS = (long) EXACT_NODES * EXACT_NODES;

  /** A number without a common divisor with many sizes of machines. */
  private static final long STRIDE = 2_654_435_761L;

  static FabricBounds of(FabricSettings settings) {
    final Fabric fabric = settings.fabric();
    final Sources sources = settings.sources();
    final int nodes = settings.nodes().nodes();
    final FabricRoutes routes = new FabricRoutes(fabric, settings.nodes());
    final double[] loads = new double[routes.links()];
    final double[] sums = new double[2];
    final Sources.Visitor visitor =
        (source, destination, weight) -> {
          sums[0] += weight;
          routes.visit(
              source,
              destination,
              (channels, hops, probability) -> {
                final double part = weight * probability;
                sums[1] += part * hops;
                for (int hop = 0; hop < hops; hop++) {
                  loads[routes.link(channels[hop])] += part;
                }
              });
        };
    final int sampled = sources.pairs() == null && nodes > EXACT_NODES ? (int) (PAIRS / nodes) : 0;
    if (sampled == 0) {
      sources.forEachPair(visitor);
    } else {
      for (long each = 0; each < sampled; each++) {
        sources.forEachPairOf((int) (each * STRIDE % nodes), visitor);
      }
    }
    final double scale = sampled == 0 ? 1 : (double) nodes / sampled;
    final double perSender = sources.weightPerSender();
    double most = 0;
    double hopTicks = 0;
    for (int link = 0; link < loads.length; link++) {
      if (loads[link] > 0) {
        final LinkParameters of = settings.linkClass(link / routes.ports(), link % routes.ports());
        most = Math.max(most, loads[link] * scale * of.packetTicks());
        hopTicks += loads[link] * of.hopTicks();
      }
    }
    final double packetTicks = settings.spec().nodeTicks();
    final double atNode =
        sources.mostAtOneNode() * perSender * sources.offering() / nodes * packetTicks;
    return new FabricBounds(
        perSender * packetTicks / DoubleStream.of(most, atNode).max().orElseThrow(),
        perSender * packetTicks / most,
        sums[1] / sums[0],
        settings.spec().injection() + hopTicks / sums[0] + settings.spec().ejection(),
        sampled);
  }
}
