package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceCrossbarMachine;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.fabric.FabricReference.Choice;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Fabric in a run, with its generated packets (section "Workload" of the page). Confined to one
 * thread.
 *
 * @param <R> its routers
 */
final class ReferenceFabric<R extends FabricPlace> extends ReferenceCrossbarMachine<R> {
  /** Kind of the ports to nodes, in results. */
  static final String NODE = "node";

  static final long NEVER = Long.MAX_VALUE;

  final FabricReference value;
  final ReferenceDraws draws;

  /** Null with jobs. */
  final ReferencePatterns pattern;

  /** Null without jobs. */
  final ReferenceFabricJobs jobs;

  private final boolean atStart;
  private final boolean saturated;
  private final double rate;

  private ReferenceFabric(
      FabricReference value, BiFunction<ReferenceFabric<R>, Integer, R> router) {
    this.value = value;
    final Settings settings = value.settings;
    draws = new ReferenceDraws(settings.integer("seed"));
    final boolean ofJobs = settings.word("workload.kind").equals("jobs");
    pattern = ofJobs ? null : value.pattern();
    atStart = !ofJobs && ReferencePatterns.isAtStart(settings.word("workload.kind"));
    saturated = !ofJobs && settings.isWord("workload.load") && !atStart;
    rate =
        ofJobs || saturated || atStart ? 0 : settings.number("workload.load") / value.nodePorts.w();
    for (int r = 0; r < value.routers(); r++) {
      routers.add(router.apply(this, r));
    }
    jobs = ofJobs ? new ReferenceFabricJobs(this, value.programs, settings.integer("seed")) : null;
  }

  /** Returns a fabric at tick 0, of the switch that its settings name. */
  static ReferenceFabric<?> of(FabricReference value) {
    return value.router == null
        ? new ReferenceFabric<FabricRouter>(value, FabricRouter::new)
        : new ReferenceFabric<VcRouter>(value, VcRouter::new);
  }

  /** Returns the random numbers of a packet. */
  Choice choice(FabricPacket packet) {
    return (k, n) -> ReferenceDraws.pick(draws.draw(Purpose.ROUTE, packet.source, packet.q, k), n);
  }

  /**
   * Checks what a routing function names at a router.
   *
   * @throws IllegalStateException if a packet cannot go there
   */
  void check(FabricPacket packet, int r, int port, int vc) {
    final boolean exists =
        port >= 0
            && port < value.linkPorts(r)
            && value.link(r, port) != null
            && value.link(r, port).leads()
            && vc >= 0
            && vc < value.vcs;
    if (!exists || packet.links() >= value.links() * value.vcs) {
      throw new IllegalStateException(
          String.format(
              "tick %d: %s at router %d goes to port %d, VC %d, which %s",
              now(),
              packet,
              r,
              port,
              vc,
              exists ? "is a link more than the fabric has VCs of links" : "does not exist"));
    }
  }

  /**
   * Returns when packet {@code q} of a node is generated.
   *
   * @param before birth of packet {@code q − 1}, −1 if there is none; its issue if saturated
   */
  long birthAfter(long before, int node, long q) {
    if (pattern == null || q >= pattern.messages(node)) {
      return NEVER;
    }
    if (saturated || atStart) {
      return Math.max(before, 0);
    }
    final long scale = ReferenceDraws.scale(pattern.rate(rate, node));
    final long birth = before + draws.gap(node, 0, q, scale);
    return birth < value.run.sendingTo() ? birth : NEVER;
  }

  void receive(FabricPacket packet, int node) {
    if (node != packet.destination || (jobs == null && !isFirst(packet.source, 0, packet.q))) {
      throw wrong("node", packet, node);
    }
    deliver(packet.source, node, 0, packet.q, 0, packet.bytes);
    final long zeroLoad = value.nodePorts.in() + packet.routeTicks + value.out(packet);
    respond(packet.birth, packet.issued, packet.links(), zeroLoad);
    if (jobs != null) {
      jobs.deliver(packet);
    }
  }

  /** Returns a node. */
  FabricNode node(int number) {
    final End port = value.port(number);
    return router(port.router()).nodes().get(port.port() - value.linkPorts(port.router()));
  }

  private Stream<FabricNode> nodes() {
    return routers.stream().flatMap(router -> router.nodes().stream());
  }

  @Override
  protected void act() {
    ranks().act(now());
    inOrder(routers).forEach(FabricPlace::act);
  }

  @Override
  public boolean isEndless() {
    return saturated || jobs != null;
  }

  @Override
  public boolean isSettled() {
    return nodes().allMatch(FabricNode::isSettled);
  }

  @Override
  protected void tellBirths(long stopTick) {
    for (int node = 0; node < value.nodes(); node++) {
      long birth = birthAfter(-1, node, 0);
      for (long q = 1; birth < stopTick; q++) {
        bear(birth, 1, value.packets.dataBytes());
        birth = birthAfter(birth, node, q);
      }
    }
  }
}
