package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPacketId;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.network.ExtollRouteWord;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.NodeStatistics;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.traffic.Births;

/**
 * Units that generate packets by themselves and receive everything that arrives: no hosts, no
 * accelerators ({@code docs/models/extoll.md}, "Workloads of links"). Confined to its partition;
 * 200 B per node.
 */
public final class LinkUnits extends ExtollEndpoints {
  /** Words of a packet: who it is, its times, where it goes. */
  public static final int WORDS = 3;

  private static final int KIND = UnitWork.PUT;
  private static final long NEVER = Long.MAX_VALUE;

  private final UnitDesign design;
  private final int cellTicks;
  private final int hopTicks;

  /** Number of streams of a node, one for each unit. */
  private final int streams;

  private final CommandQueues queues;

  private final Servers ports;
  private final Buffers sendBuffers;
  private final Buffers receiveBuffers;
  private final Alarms alarms;
  private final long[] bytes;
  private int mostHops;

  /**
   * Creates idle units, and wakes each when its first packet is generated.
   *
   * @param cellTicks of a cell on a link
   * @param hopTicks from one router to the next
   * @param streams of a node
   * @param queues a queue for each stream of each node
   */
  public LinkUnits(
      UnitDesign design,
      int cellTicks,
      int hopTicks,
      int streams,
      CommandQueues queues,
      Site site) {
    super(site);
    this.design = design;
    this.cellTicks = cellTicks;
    this.hopTicks = hopTicks;
    this.streams = streams;
    this.queues = queues;
    final int units = nodes.length * ExtollPorts.UNITS;
    ports = new Servers(units);
    sendBuffers = new Buffers(units, design.bufferCells());
    receiveBuffers = new Buffers(units, design.bufferCells());
    alarms = new Alarms(nodes.length, ExtollPorts.UNITS, wakes);
    bytes = new long[nodes.length];
    for (int queue = 0; queue < nodes.length * streams; queue++) {
      alarms.set(unit(queue / streams, unitOfStream(queue % streams)), birth(queue));
    }
  }

  private static int unit(int router, int unit) {
    return ExtollPorts.UNITS * router + unit;
  }

  private static int unitOfStream(int stream) {
    return (ExtollPorts.RMA + stream) % ExtollPorts.UNITS;
  }

  /** Returns the stream of a unit, which may be above those that there are. */
  private static int streamOfUnit(int unit) {
    return (unit - ExtollPorts.RMA + ExtollPorts.UNITS) % ExtollPorts.UNITS;
  }

  private long birth(int queue) {
    final long birth = queues.birth(queue);
    return birth == Births.NEVER ? NEVER : birth;
  }

  // ---------------------------------------------------------------- from the router

  @Override
  public boolean hasRoom(int router, int port, int queue, int packet) {
    return receiveBuffers.hasRoom(
        unit(router, port - ExtollPorts.LINKS), packetWords.flits(pool.third(packet)));
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    final int cells = packetWords.flits(pool.third(packet));
    receiveBuffers.take(unit(router, port - ExtollPorts.LINKS), cells);
    pool.move(packet, vcs.of(router, port, 0));
    return tick + design.ejectionTicks() + ExtollCells.ticks(cells, cellTicks);
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final int port = vcs.port(pool.place(packet));
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int cells = packetWords.flits(word);
    final int hops = packetWords.hops(word);
    final int data = ExtollRouteWord.data(word);
    final int source = ExtollPacketId.source(id);
    assert ExtollPacketId.destination(id) == nodes[router]
        : "packet astray at node " + nodes[router];
    receiveBuffers.free(unit(router, port - ExtollPorts.LINKS), cells);
    mostHops = Math.max(mostHops, hops);
    measures.deliver(data, hops, tick);
    measures.complete();
    measures.digest().add(source, nodes[router], ExtollPacketId.number(id), KIND, tick);
    bytes[router] += measures.measures(tick) ? data : 0;
    final long times = pool.second(packet);
    final long birth = PacketTimes.birth(times, tick);
    measures.follow(
        source,
        nodes[router],
        birth,
        tick,
        PacketTimes.sinceIssue(times, tick),
        design.zeroLoadTicks(hops, hopTicks, ExtollCells.ticks(cells, cellTicks)));
    pool.remove(packet);
    return 1L << port;
  }

  // ---------------------------------------------------------------- to the router

  @Override
  public void credit(int router, int port, int vc, int flits) {
    sendBuffers.free(unit(router, port - ExtollPorts.LINKS), flits);
  }

  @Override
  public long wake(int router, int unit, long tick) {
    alarms.rings(unit(router, unit), tick);
    return 0;
  }

  @Override
  public void issue(int router, long tick) {
    for (int unit = 0; unit < ExtollPorts.UNITS; unit++) {
      final int stream = streamOfUnit(unit);
      if (stream < streams) {
        issue(router, unit, router * streams + stream, tick);
      }
    }
  }

  private void issue(int router, int unit, int queue, long tick) {
    final long birth = birth(queue);
    final int at = unit(router, unit);
    if (birth <= tick && ports.isFree(at, tick)) {
      final int cells = ExtollCells.of(queues.data(queue));
      if (sendBuffers.hasRoom(at, cells)) {
        send(router, unit, queue, cells, tick);
      }
    }
    final long next = birth(queue) == NEVER ? NEVER : Math.max(birth(queue), ports.freeAt(at));
    if (next > tick) {
      alarms.set(at, next);
    }
  }

  private void send(int router, int unit, int queue, int cells, long tick) {
    final int at = unit(router, unit);
    final int data = queues.data(queue);
    final int packet =
        pool.add(
            ExtollPacketId.of(
                nodes[router], queues.destination(queue), KIND, queues.segment(queue)),
            PacketTimes.of(queues.birth(queue), tick),
            vcs.of(router, ExtollPorts.LINKS + unit, 0));
    pool.setThird(packet, packetWords.of(cells) | ExtollRouteWord.of(unit, data));
    measures.inject(data, 1, tick);
    queues.next(queue, tick);
    ports.serve(at, tick, ExtollCells.ticks(cells, cellTicks));
    sendBuffers.take(at, cells);
    wheel.schedule(tick + design.injectionTicks(), Wiring.arrival(packet));
  }

  @Override
  public long unsettled() {
    return queues.active();
  }

  @Override
  public boolean atRest() {
    return sendBuffers.areEmpty() && receiveBuffers.areEmpty();
  }

  @Override
  public ExtollStatistics statistics() {
    return new ExtollStatistics(new NodeStatistics(bytes, mostHops), new TickHistogram(), 0);
  }
}
