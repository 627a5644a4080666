package io.hopwright.models.cascade;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.Outstanding;
import io.hopwright.models.host.PacketQueues;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.host.Servers;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Endpoints;
import io.hopwright.models.switching.crossbar.EventWord;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.Dragonfly;

/**
 * The NICs of a partition, their host interfaces, and the processor tiles that pairs of them share
 * ({@code docs/models/cascade.md}, "Node and NIC").
 *
 * <p>Confined to its partition; 150 B per NIC.
 */
final class Nics implements Endpoints {
  /** Pairs of NICs of a router; those of the units that are woken that are no pairs follow. */
  static final int PAIRS = 2;

  private static final int PAIR_TILES = 4;
  private static final int TILES = PAIRS * PAIR_TILES;
  private static final long NEVER = Long.MAX_VALUE;

  private final NicDesign design;
  private final Vc vcs;
  private final PacketWords packetWords;
  private final int hopTicks;
  private final int tileFlitTicks;

  /** Of either direction of the host interface, by the data of a request. */
  private final int[] requestHostTicks;

  private final CascadeTotals totals;
  private final WayLinks ways;
  private final Requests requests;
  private final TimingWheel wheel;
  private final PacketPool pool;
  private final Measures<Totals> measures;
  private final int[] nodes;

  private final Servers out;
  private final Servers in;
  private final Outstanding outstanding;
  private final Buffers buffers;
  private final PacketQueues responses;
  private final Servers tiles;
  private final Buffers tileBuffers;
  private final Alarms alarms;
  private final byte[] turn;
  private final byte[] touched;
  private int mostMinimalHops;
  private int mostNonMinimalHops;

  /** Creates idle NICs, and wakes each when its first request is born. */
  Nics(
      NicDesign design,
      CrossbarDesign routerDesign,
      int hopTicks,
      CascadeTotals totals,
      WayLinks ways,
      Requests requests,
      int[] nodes,
      TimingWheel wheel,
      PacketPool pool,
      Measures<Totals> measures) {
    this.design = design;
    vcs = new Vc(routerDesign);
    packetWords = new PacketWords(routerDesign);
    this.hopTicks = hopTicks;
    tileFlitTicks = design.rates().tileFlitTicks();
    requestHostTicks = design.requestHostTicks();
    this.totals = totals;
    this.ways = ways;
    this.requests = requests;
    this.nodes = nodes;
    this.wheel = wheel;
    this.pool = pool;
    this.measures = measures;
    final int nics = nodes.length;
    final int routers = nics / Dragonfly.NICS;
    out = new Servers(nics);
    in = new Servers(nics);
    outstanding = new Outstanding(nics, design.outstanding());
    buffers = new Buffers(PAIR_TILES * 2 * nics, design.bufferFlits());
    responses = new PacketQueues(nics, pool);
    tiles = new Servers(routers * TILES);
    tileBuffers = new Buffers(2 * routers * TILES, design.tileFlits());
    alarms = new Alarms(routers, PAIRS, new EventWord(routerDesign).wakes(wheel));
    turn = new byte[routers * PAIRS];
    touched = new byte[routers];
    for (int pair = 0; pair < routers * PAIRS; pair++) {
      alarms.set(pair, Math.min(requests.birth(2 * pair), requests.birth(2 * pair + 1)));
    }
  }

  // ---------------------------------------------------------------- from the router to the host

  @Override
  public boolean hasRoom(int router, int port, int queue, int packet) {
    final int nic = nicBehind(router, port, queue & 1);
    final int flits = packetWords.flits(pool.third(packet));
    return buffers.hasRoom(buffer(nic, queue >>> 1, port), flits);
  }

  private static int nicBehind(int router, int port, int parity) {
    return Dragonfly.NICS * router + 2 * pairOf(port) + parity;
  }

  /** Each tile has buffers of its own in a NIC, so that none waits for what others take. */
  private static int buffer(int nic, int packetClass, int port) {
    return PAIR_TILES * (2 * nic + packetClass) + port % PAIR_TILES;
  }

  private static int pairOf(int port) {
    return (port - Dragonfly.TILES) / PAIR_TILES;
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    final long id = pool.first(packet);
    final int destination = PacketId.destination(id);
    final int even = nicBehind(router, port, 0);
    final int nic = nodes[even] == destination ? even : even + 1;
    assert nodes[nic] == destination : "packet for node " + destination + " astray";
    final int packetClass = PacketId.packetClass(id);
    buffers.take(buffer(nic, packetClass, port), packetWords.flits(pool.third(packet)));
    pool.move(packet, vcs.of(router, port, nic & Dragonfly.NICS - 1));
    final int ticks =
        packetClass == PacketId.RESPONSE
            ? Packets.RESPONSE_HOST_TICKS
            : requestHostTicks[requests.dataOf(packet)];
    return in.serve(nic, tick + design.ejectionTicks(), ticks);
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final int place = pool.place(packet);
    final int slot = vcs.vc(place);
    final int nic = Dragonfly.NICS * router + slot;
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int packetClass = PacketId.packetClass(id);
    final int port = vcs.port(place);
    buffers.free(buffer(nic, packetClass, port), packetWords.flits(word));
    touch(router, slot >>> 1);
    final int data = packetClass == PacketId.REQUEST ? requests.dataOf(packet) : 0;
    noteDelivery(id, word, data, tick);
    if (packetClass == PacketId.REQUEST) {
      assert requests.isAtItsTarget(packet) : "request astray";
      noteRequest(id, word, pool.second(packet), data, tick);
      requests.delivered(nic, packet, tick);
      respond(router, nic, packet, id);
    } else {
      outstanding.complete(nic);
      requests.answered(nic, packet, tick);
      measures.complete();
      pool.remove(packet);
    }
    return 1L << port;
  }

  private void noteDelivery(long id, long word, int data, long tick) {
    final int hops = packetWords.hops(word);
    final int packetClass = PacketId.packetClass(id);
    noteLinks(ways.of(ways.topology().ariesOf(PacketId.source(id)), word), hops);
    measures.deliver(data, hops, tick);
    measures
        .digest()
        .add(
            PacketId.source(id),
            PacketId.destination(id),
            PacketId.sequence(id),
            packetClass,
            tick);
    if (RouteWord.nonMinimal(word)) {
      mostNonMinimalHops = Math.max(mostNonMinimalHops, hops);
    } else {
      mostMinimalHops = Math.max(mostMinimalHops, hops);
    }
  }

  private void noteLinks(int links, int hops) {
    assert WayLinks.all(links) == hops : "packet left its way";
    measures.totals().count(totals.green(), WayLinks.green(links));
    measures.totals().count(totals.black(), WayLinks.black(links));
    measures.totals().count(totals.blue(), WayLinks.blue(links));
  }

  private void noteRequest(long id, long word, long times, int data, long tick) {
    final int hops = packetWords.hops(word);
    measures.totals().count(totals.requests(), 1);
    measures.totals().count(totals.requestHops(), hops);
    measures.totals().count(totals.nonMinimal(), RouteWord.nonMinimal(word) ? 1 : 0);
    measures.follow(
        PacketId.requester(id),
        PacketId.target(id),
        PacketTimes.birth(times, tick),
        tick,
        PacketTimes.sinceIssue(times, tick),
        design.zeroLoadTicks(hops, hopTicks, data));
  }

  /**
   * Turns a request into its response. Responses join their queue in phase 1, yet in no order of
   * events: a NIC's way in serves one packet at a time, so that two are never delivered in a tick.
   */
  private void respond(int router, int nic, int packet, long request) {
    pool.move(packet, vcs.of(router, 0, 0));
    pool.setFirst(packet, PacketId.responseTo(request));
    pool.setThird(packet, PacketWords.of(Packets.RESPONSE_FLITS));
    responses.add(nic, packet);
  }

  // ---------------------------------------------------------------- from the host to the router

  @Override
  public void credit(int router, int port, int vc, int flits) {
    final int tile = TILES * router + port - Dragonfly.TILES;
    tileBuffers.free(2 * tile + PacketId.classOfVc(vc), flits);
    touch(router, pairOf(port));
  }

  @Override
  public long wake(int router, int unit, long tick) {
    if (unit >= PAIRS) {
      requests.wake(router, unit - PAIRS);
    } else if (alarms.rings(PAIRS * router + unit, tick)) {
      touch(router, unit);
    }
    return 0;
  }

  private void touch(int router, int pair) {
    touched[router] |= (byte) (1 << pair);
  }

  @Override
  public void issue(int router, long tick) {
    final int pairs = touched[router] | requests.act(router, tick);
    touched[router] = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      if ((pairs >>> pair & 1) != 0) {
        while (issueOne(router, PAIRS * router + pair, tick)) {}
        alarms.set(PAIRS * router + pair, nextIssue(PAIRS * router + pair, tick));
      }
    }
  }

  private boolean issueOne(int router, int pair, long tick) {
    for (int i = 0; i < 2; i++) {
      final int nic = 2 * pair + (turn[pair] ^ i);
      if (out.isFree(nic, tick)
          && (issueResponse(router, pair, nic, tick) || issueRequest(router, pair, nic, tick))) {
        turn[pair] = (byte) (1 - (nic & 1));
        return true;
      }
    }
    return false;
  }

  private boolean issueResponse(int router, int pair, int nic, long tick) {
    final int packet = responses.first(nic);
    if (packet == PacketPool.NONE) {
      return false;
    }
    final int tile = freeTile(pair, PacketId.RESPONSE, Packets.RESPONSE_FLITS, tick);
    if (tile < 0) {
      return false;
    }
    responses.remove(nic);
    final int port = Dragonfly.TILES + tile % TILES;
    pool.move(packet, vcs.of(router, port, PacketId.firstVc(PacketId.RESPONSE)));
    out.serve(nic, tick, Packets.RESPONSE_HOST_TICKS);
    enter(tile, PacketId.RESPONSE, packet, Packets.RESPONSE_FLITS, tick);
    return true;
  }

  private boolean issueRequest(int router, int pair, int nic, long tick) {
    if (requests.birth(nic) > tick || !outstanding.hasRoom(nic)) {
      return false;
    }
    final int data = requests.data(nic);
    final int flits = Packets.requestFlits(data);
    final int tile = freeTile(pair, PacketId.REQUEST, flits, tick);
    if (tile < 0) {
      return false;
    }
    final long id = PacketId.request(nodes[nic], requests.destination(nic), requests.sequence(nic));
    final int packet =
        pool.add(
            id,
            PacketTimes.of(requests.birth(nic), tick),
            vcs.of(router, Dragonfly.TILES + tile % TILES, PacketId.firstVc(PacketId.REQUEST)));
    pool.setThird(packet, PacketWords.of(flits));
    measures.inject(data, 2);
    outstanding.add(nic);
    out.serve(nic, tick, requestHostTicks[data]);
    requests.issued(nic, packet, tick);
    enter(tile, PacketId.REQUEST, packet, flits, tick);
    return true;
  }

  /** Returns the lowest-numbered free tile of a pair with room for a packet, −1 if none. */
  private int freeTile(int pair, int packetClass, int flits, long tick) {
    for (int tile = PAIR_TILES * pair; tile < PAIR_TILES * (pair + 1); tile++) {
      if (tiles.isFree(tile, tick) && tileBuffers.hasRoom(2 * tile + packetClass, flits)) {
        return tile;
      }
    }
    return -1;
  }

  private void enter(int tile, int packetClass, int packet, int flits, long tick) {
    tiles.serve(tile, tick, (long) flits * tileFlitTicks);
    tileBuffers.take(2 * tile + packetClass, flits);
    wheel.schedule(tick + design.injectionTicks(), Wiring.arrival(packet));
  }

  /**
   * Returns the next tick at which a pair may issue something just because time has passed; credits
   * and deliveries have it look again anyway.
   */
  private long nextIssue(int pair, long tick) {
    long tile = NEVER;
    for (int i = 0; i < PAIR_TILES; i++) {
      final long free = tiles.freeAt(PAIR_TILES * pair + i);
      tile = free > tick ? Math.min(tile, free) : tile;
    }
    long next = NEVER;
    for (int nic = 2 * pair; nic < 2 * pair + 2; nic++) {
      final long free = out.freeAt(nic);
      if (responses.first(nic) != PacketPool.NONE) {
        next = Math.min(next, nextTry(free, tick, tile));
      }
      if (outstanding.hasRoom(nic)) {
        next = Math.min(next, nextTry(Math.max(requests.birth(nic), free), tick, tile));
      }
    }
    return next;
  }

  /** Returns when to try a packet: once it is ready, or, if it is and was tried, on a free tile. */
  private static long nextTry(long ready, long tick, long tile) {
    return ready > tick ? ready : tile;
  }

  @Override
  public long unsettled() {
    return requests.active();
  }

  @Override
  public boolean atRest() {
    return outstanding.isNone()
        && buffers.areEmpty()
        && responses.areEmpty()
        && tileBuffers.areEmpty();
  }

  // ---------------------------------------------------------------- what is reported

  /** Returns what was measured here up to now. */
  NicStatistics books() {
    return new NicStatistics(nodes, outstanding.completed(), mostMinimalHops, mostNonMinimalHops);
  }

  @Override
  public Messaging ranks() {
    return requests.ranks();
  }

  @Override
  public void save(Words books) {
    books().save(books);
  }
}
