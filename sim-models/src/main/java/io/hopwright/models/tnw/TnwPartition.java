package io.hopwright.models.tnw;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.TwoPhasePartition;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.tnw.programs.ThreadProgram;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;
import io.hopwright.models.topology.Grid;

/** Partition of a TNW: nodes, with the ends of their links. Confined to its partition. */
final class TnwPartition extends TwoPhasePartition {
  /** Most packets, whose handles are 29 bits of an event. */
  private static final int MOST_PACKETS = 1 << 28;

  /** Largest number of nodes, whose channels are numbered in an event. */
  static final int MOST_NODES = (TnwEvents.MOST_INDEX + 1) / LinkModules.CHANNELS;

  private static final int REACH = 1_000;

  private final Grid grid;
  private final int[] nodes;
  private final PacketPool pool;
  private final Wiring wiring;
  private final LinkModules links;
  private final Measures<Totals> measures;
  private final TnwNodeStatistics nodeStatistics = new TnwNodeStatistics();

  /** Null with an ideal host, as are the users. */
  private final TnwInterfaces interfaces;

  private final HostUsers users;

  /** The users if they are ranks, else null. */
  private final NeighbourRanks ranks;

  /** Null without an ideal host. */
  private final IdealHosts ideal;

  TnwPartition(
      TnwSettings settings,
      Messaging.World world,
      ThreadProgram threads,
      int partition,
      Measures<Totals> measures) {
    super(settings.map().routers(partition), REACH);
    checkRouters(settings.map().routers(partition), MOST_NODES);
    this.measures = measures;
    grid = settings.grid();
    nodes = settings.map().routersOf(partition);
    pool = new PacketPool(world == null ? LinkModules.WORDS : NeighbourRanks.WORDS, MOST_PACKETS);
    links = new LinkModules(settings, nodes, wheel, pool, measures);
    wiring =
        new Wiring(
            pool,
            wheel,
            LinkModules.VC_BITS,
            TnwEvents.END_SHIFT,
            grid,
            settings.map(),
            partition,
            links);
    links.connect(wiring);
    if (settings.host().keys().ideal()) {
      interfaces = null;
      users = null;
      ranks = null;
      ideal = new IdealHosts(settings.workload(), nodes.length, wheel, links);
    } else {
      interfaces = new TnwInterfaces(settings.host(), nodes.length, wheel, links);
      final HostSite site = new HostSite(settings, nodes, wheel, pool, measures, links, interfaces);
      ranks = world == null ? null : new NeighbourRanks(site, world);
      users = ranks == null ? new TnwThreads(site, threads, nodeStatistics) : ranks;
      ideal = null;
    }
  }

  @Override
  protected Wiring wiring() {
    return wiring;
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    for (int i = 0; i < count; i++) {
      activate(apply(events[i], tick));
    }
  }

  /** Applies an event; returns the node that must be evaluated. */
  private int apply(int event, long tick) {
    return switch (TnwEvents.type(event)) {
      case TnwEvents.VERDICT -> links.verdict(TnwEvents.packet(event));
      case TnwEvents.RECEIVED -> receive(TnwEvents.packet(event), tick);
      case TnwEvents.DELIVERED -> deliver(TnwEvents.packet(event), tick);
      case TnwEvents.HERE -> applyHere(TnwEvents.kind(event), TnwEvents.index(event), tick);
      default -> {
        links.signal(event);
        yield TnwEvents.end(event) / LinkModules.PORTS;
      }
    };
  }

  private int applyHere(int kind, int index, long tick) {
    return switch (kind) {
      case TnwEvents.WAKE -> index;
      case TnwEvents.SLOT -> {
        links.freeSlot(index);
        yield index / LinkModules.PORTS;
      }
      case TnwEvents.DOWN -> interfaces.arrive(index, tick, users);
      case TnwEvents.UP -> interfaces.ascended(index);
      case TnwEvents.READ -> users.read(index);
      case TnwEvents.RECEIVED_NOTIFY -> users.notified(index, tick);
      case TnwEvents.SENT_NOTIFY -> users.sentNotify(index);
      case TnwEvents.LEFT -> ranks.left(index);
      case TnwEvents.CREDIT -> ranks.creditIsDue(index);
      case TnwEvents.RANKS -> ranks.wake(index);
      default -> throw new IllegalStateException("event of kind " + kind);
    };
  }

  private int receive(int packet, long tick) {
    if (ideal == null) {
      return links.receive(packet);
    }
    links.space(links.channel(packet));
    return deliver(packet, tick);
  }

  private int deliver(int packet, long tick) {
    final int channel = links.channel(packet);
    final int node = channel / LinkModules.CHANNELS;
    final int port = channel % LinkModules.CHANNELS / LinkModules.VCS;
    final int source = grid.neighbour(nodes[node], port);
    final int ofSource = (port ^ 1) * LinkModules.VCS + channel % LinkModules.VCS;
    final long birth = links.birth(packet);
    measures.deliver(TnwLinks.PACKET_BYTES, 1, tick);
    measures.complete();
    measures.digest().add(source, nodes[node], links.number(packet), ofSource, tick);
    measures.follow(source, nodes[node], birth, tick, tick - links.slotTick(packet), tick - birth);
    if (ranks == null) {
      links.remove(packet);
    } else {
      ranks.delivered(packet);
    }
    return node;
  }

  @Override
  protected void evaluate(int node, long tick) {
    links.judge(node, tick);
    if (ideal == null) {
      users.readMemory(node, tick);
      users.act(node, tick);
    }
    for (int output = node * LinkModules.PORTS; output < (node + 1) * LinkModules.PORTS; output++) {
      if (links.isIdle(output, tick) && links.repeats(output, tick)) {
        startNew(output, tick);
      }
    }
    if (ideal == null) {
      interfaces.serve(node, tick, users);
    }
  }

  private void startNew(int output, long tick) {
    if (ideal != null) {
      ideal.start(output, tick);
    } else if (links.head(output, tick) != PacketPool.NONE) {
      links.startHead(output, tick);
    }
  }

  @Override
  protected long unsettled() {
    return ideal == null ? users.unsettled() : nodes.length;
  }

  @Override
  protected Messaging ranks() {
    return ranks == null ? null : ranks.messaging();
  }

  @Override
  public boolean atRest() {
    return links.atRest()
        && (interfaces == null || interfaces.atRest())
        && (ranks == null || ranks.atRest());
  }

  @Override
  public void sample(long times) {}

  @Override
  protected int allRouters() {
    return grid.routers();
  }

  @Override
  protected void addTo(Waiting waiting) {
    waiting.addPackets(pool.present());
    if (users != null) {
      users.addTo(waiting);
    }
  }

  @Override
  public void exportStatistics(Words words) {
    super.exportStatistics(words);
    linkCounts().save(words);
    nodeStatistics.save(words);
  }

  @Override
  public Measures<Totals> measures() {
    return measures;
  }

  /** Returns the counts of ends of links that are wanted. */
  PortCounts linkCounts() {
    return links.counted();
  }

  TnwNodeStatistics nodeStatistics() {
    return nodeStatistics;
  }
}
