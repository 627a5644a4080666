package io.hopwright.models.fabric;

import io.hopwright.models.baseline.PacketTrain;
import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.routing.CandidateRouting;
import io.hopwright.models.topology.routing.CandidateRouting.Kind;
import io.hopwright.models.topology.routing.RoutingFunction;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Fabric at zero load: packets wait only for earlier packets in the queue of their node ({@code
 * docs/models/baseline.md}, "Fabrics"). Confined to one run; 16 B per node, and with load-dependent
 * routes 8 B per router for each router with sending nodes.
 */
final class FabricZeroLoad implements ZeroLoad {
  /** Last packets of a transfer whose own routes count, beside the first. */
  private static final int LAST_PACKETS = 256;

  private final FabricSettings settings;
  private final FabricSpec spec;
  private final int nodeFlitTicks;
  private final int headTicks;
  private final ZeroLoadQueues queues;
  private final PacketTrain train = new PacketTrain();
  private final FabricRoutes routes;
  private final OwnChoices choices;

  /** Links of the route that was followed last. */
  private int hops;

  /** Number of transfers so far, by node. */
  private final long[] posted;

  /**
   * Ticks of the fastest route, by source router and router; null where routes do not depend on
   * loads.
   */
  private final long[][] fastest;

  /** Random choices of a packet; notes whether it makes any. */
  private static final class OwnChoices implements RoutingFunction.Choices {
    private final FabricRouting.Drawn drawn;
    private boolean made;

    OwnChoices(FabricRouting.Drawn drawn) {
      this.drawn = drawn;
    }

    void of(int node, long number) {
      drawn.of(node, number);
      made = false;
    }

    @Override
    public int pick(int index, int bound) {
      made |= bound > 1;
      return drawn.pick(index, bound);
    }
  }

  FabricZeroLoad(FabricSettings settings) {
    this.settings = settings;
    spec = settings.spec();
    nodeFlitTicks = spec.nodeFlitTicks();
    headTicks = settings.headTicks();
    final int nodes = settings.nodes().nodes();
    queues = new ZeroLoadQueues(nodes);
    posted = new long[nodes];
    routes = new FabricRoutes(settings.fabric(), settings.nodes());
    choices = new OwnChoices(new FabricRouting.Drawn(Purpose.ROUTE.draws(settings.run().seed())));
    final boolean followsLoads =
        settings.fabric().router() != null
            && settings.fabric().routing() instanceof CandidateRouting given
            && given.kind() != Kind.OBLIVIOUS;
    fastest = followsLoads ? new long[settings.fabric().topology().routers()][] : null;
  }

  @Override
  public boolean carriesOneSided() {
    return true;
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final int target = transfers.destination(transfer);
    final long number = posted[node]++;
    final long bytes = transfers.moved(transfer);
    final long packets = Math.max(1, (bytes + spec.dataBytes() - 1) / spec.dataBytes());
    final int last = spec.flits((int) (bytes - (packets - 1) * spec.dataBytes()));
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    final long begin = queues.start(node, beginner, packets, tick);
    train.begin(packets, begin);
    pass(nodeFlitTicks, spec.injection() + headTicks, last);
    queues.serve(node, beginner, packets, train.work(), train.free());
    final long entered = train.lastStart() + 1;
    if (fastest != null) {
      train.delay(fastest(settings.nodes().router(node), settings.nodes().router(target)));
      deliver(last);
      times.message(train.firstArrival(), train.allArrived(), entered);
      return;
    }
    final long ofRoute = follow(node, target, JobPackets.number(number, 0));
    if (choices.made && packets > 1) {
      ofOwnRoutes(node, target, number, packets, last, begin, entered, times);
      return;
    }
    if (choices.made) {
      train.delay(ofRoute);
    } else {
      passLinks(last);
    }
    deliver(last);
    times.message(train.firstArrival(), train.allArrived(), entered);
  }

  /** Sends the train through a stage. */
  private void pass(int flitTicks, long delay, int last) {
    train.through((long) flitTicks * spec.flits(), delay, (long) flitTicks * last, delay);
  }

  /** Sends the train over the links of the route that was followed last. */
  private void passLinks(int last) {
    for (int hop = 0; hop < hops; hop++) {
      final LinkParameters link = link(hop);
      pass(link.packetTicks() / spec.flits(), link.hopTicks() + (long) headTicks, last);
    }
  }

  private void deliver(int last) {
    train.through(
        spec.nodeTicks(), spec.ejection(), (long) nodeFlitTicks * last, spec.ejection(last));
  }

  /** Follows a packet; returns the ticks of its links, and of the routers behind them. */
  private long follow(int node, int target, long number) {
    choices.of(node, number);
    hops = routes.follow(node, target, choices);
    long ticks = 0;
    for (int hop = 0; hop < hops; hop++) {
      ticks += link(hop).hopTicks() + (long) headTicks;
    }
    return ticks;
  }

  private LinkParameters link(int hop) {
    final int link = routes.link(routes.channel(hop));
    final int ports = settings.fabric().topology().ports();
    return settings.linkClass(link / ports, link % ports);
  }

  /** Sends the first packet and the last ones on the routes of their own numbers. */
  private void ofOwnRoutes(
      int node,
      int target,
      long transfer,
      long packets,
      int last,
      long begin,
      long entered,
      TransferTimes times) {
    final long toRouter = spec.injection() + (long) headTicks;
    final long full = (long) nodeFlitTicks * spec.flits();
    final long header =
        begin + toRouter + follow(node, target, JobPackets.number(transfer, 0)) + spec.ejection();
    long whole = header;
    for (long i = Math.max(1, packets - LAST_PACKETS); i < packets; i++) {
      final long ofRoute = follow(node, target, JobPackets.number(transfer, i));
      final int out = i == packets - 1 ? spec.ejection(last) : spec.ejection();
      whole = Math.max(whole, begin + i * full + toRouter + ofRoute + out);
    }
    times.message(header, whole, entered);
  }

  /** Returns the ticks of the links and routers of the fastest route. */
  private long fastest(int from, int to) {
    if (fastest[from] == null) {
      fastest[from] = fastest(from);
    }
    return fastest[from][to];
  }

  /** Dijkstra's algorithm; ties do not matter. */
  private long[] fastest(int from) {
    final Topology topology = settings.fabric().topology();
    final long[] ticks = new long[topology.routers()];
    Arrays.fill(ticks, Long.MAX_VALUE);
    ticks[from] = 0;
    final PriorityQueue<long[]> reached =
        new PriorityQueue<>((one, other) -> Long.compare(one[0], other[0]));
    reached.add(new long[] {0, from});
    while (!reached.isEmpty()) {
      final long[] next = reached.remove();
      final int router = (int) next[1];
      for (int port = 0; next[0] == ticks[router] && port < topology.ports(router); port++) {
        if (topology.leads(router, port)) {
          final int far = topology.neighbour(router, port);
          final long there = next[0] + settings.linkClass(router, port).hopTicks() + headTicks;
          if (there < ticks[far]) {
            ticks[far] = there;
            reached.add(new long[] {there, far});
          }
        }
      }
    }
    return ticks;
  }
}
