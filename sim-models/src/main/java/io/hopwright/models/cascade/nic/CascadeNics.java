package io.hopwright.models.cascade.nic;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.cascade.network.WayLinks;
import io.hopwright.models.host.Alarms;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.Deadlines;
import io.hopwright.models.host.Outstanding;
import io.hopwright.models.host.PacketQueues;
import io.hopwright.models.host.Servers;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.crossbar.EventWord;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.topology.Dragonfly;

/**
 * Common part of all NIC models: pairs of NICs share processor tiles, packet by packet, and each
 * NIC has buffers for arriving packets ({@code docs/models/cascade.md}, "Node and NIC"). A run uses
 * one implementation, so that the JIT compiler inlines all calls.
 *
 * <p>Confined to its partition; 140 B per NIC.
 */
public abstract class CascadeNics extends NodeEndpoints {
  /** Number of pairs of NICs of a router; further units that are woken follow. */
  public static final int PAIRS = 2;

  /** Never, as a tick. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Result of {@link #issue(int, int, int, long)}: nothing, a packet, or no packet. */
  protected static final int NOTHING = 0;

  protected static final int PACKET = 1;
  protected static final int NO_PACKET = 2;

  /** Classes of entries of the digest: a packet lost, by its class, and a request given up. */
  private static final int DISCARDED = 12;

  private static final int TIMED_OUT = 14;

  private static final int PAIR_TILES = 4;
  private static final int TILES = PAIRS * PAIR_TILES;

  /** Responses that wait to be issued, a queue per NIC. */
  protected final PacketQueues responses;

  /** Send queues of the NICs. */
  private final NicQueues queues;

  /** Requests that wait for their answers. */
  public final Outstanding outstanding;

  /** Null if nothing fails. */
  @FromConfiguration private final Faults faults;

  /** Null if requests are never given up. */
  private final Deadlines deadlines;

  /** Index of the word of a packet with the ticket of a request among the deadlines. */
  private final int deadlineWord;

  /** Whether the NICs of each router have failed. */
  private final boolean[] failed;

  @FromConfiguration private final boolean lossy;
  private final EventWord eventWords;
  private final WayLinks ways;
  private final int tileFlitTicks;
  private final Buffers buffers;
  private final Servers tiles;
  private final Buffers tileBuffers;
  private final int units;
  private final Alarms alarms;
  private final byte[] turn;
  private final byte[] touched;

  /** Whether a packet could not be issued for lack of a tile, by pair. */
  private final boolean[] starved;

  private int mostMinimalHops;
  private int mostNonMinimalHops;

  /**
   * Creates idle NICs.
   *
   * @param units of a router that have alarms: pairs, and what else
   * @param queues what they have to send
   * @param site of which each NIC is a node
   */
  protected CascadeNics(CascadeNodeDesign node, int units, NicQueues queues, Site site) {
    super(site);
    final NicDesign design = node.nics();
    tileFlitTicks = design.rates().tileFlitTicks();
    this.queues = queues;
    ways = new WayLinks(node.topology());
    final int nics = nodes.length;
    final int routers = nics / Dragonfly.NICS;
    buffers = new Buffers(PAIR_TILES * 2 * nics, design.bufferFlits());
    responses = new PacketQueues(nics, pool);
    outstanding = new Outstanding(nics, design.outstanding());
    tiles = new Servers(routers * TILES);
    tileBuffers = new Buffers(2 * routers * TILES, design.tileFlits());
    eventWords = new EventWord(site.design());
    this.units = units;
    alarms = new Alarms(routers, units, wakes);
    faults = node.faults();
    deadlines =
        design.timeoutTicks() == FaultKeys.NO_TIMEOUT
            ? null
            : new Deadlines(nics, design.timeoutTicks());
    deadlineWord = site.design().packets().words() - 1;
    failed = new boolean[routers];
    lossy = faults != null || deadlines != null;
    turn = new byte[routers * PAIRS];
    touched = new byte[routers];
    starved = new boolean[routers * PAIRS];
  }

  // ---------------------------------------------------------------- from the router to the host

  @Override
  public boolean hasRoom(int router, int port, int queue, int packet) {
    final int nic = nicBehind(router, port, queue & 1);
    final int flits = packetWords.flits(pool.third(packet));
    return buffers.hasRoom(buffer(nic, queue >>> 1, port), flits);
  }

  protected static int nicBehind(int router, int port, int parity) {
    return Dragonfly.NICS * router + 2 * pairOf(port) + parity;
  }

  /** Each tile has buffers of its own in a NIC, so that none waits for what others take. */
  private static int buffer(int nic, int packetClass, int port) {
    return PAIR_TILES * (2 * nic + packetClass) + port % PAIR_TILES;
  }

  private static int pairOf(int port) {
    return (port - Dragonfly.TILES) / PAIR_TILES;
  }

  /** Takes a packet that has been granted a tile into the buffer; returns its NIC. */
  protected final int takeIn(int router, int port, int packet) {
    final long id = pool.first(packet);
    final int destination = CascadePacketId.destination(id);
    final int even = nicBehind(router, port, 0);
    final int nic = nodes[even] == destination ? even : even + 1;
    assert nodes[nic] == destination : "packet for node " + destination + " astray";
    buffers.take(
        buffer(nic, CascadePacketId.packetClass(id), port), packetWords.flits(pool.third(packet)));
    return nic;
  }

  /** Gives back the room of a packet that is delivered to a NIC; returns the tile's port. */
  protected final int free(int nic, int packet) {
    final int port = vcs.port(pool.place(packet));
    final int packetClass = CascadePacketId.packetClass(pool.first(packet));
    buffers.free(buffer(nic, packetClass, port), packetWords.flits(pool.third(packet)));
    return port;
  }

  /** Counts the delivery of a packet that brings so many bytes of data. */
  protected final void noteDelivery(long id, long word, int data, long tick) {
    final int hops = packetWords.hops(word);
    final int packetClass = CascadePacketId.packetClass(id);
    noteLinks(ways.of(ways.topology().ariesOf(CascadePacketId.source(id)), word), hops);
    measures.deliver(data, hops, tick);
    measures
        .digest()
        .add(
            CascadePacketId.source(id),
            CascadePacketId.destination(id),
            CascadePacketId.sequence(id),
            packetClass,
            tick);
    if (lossy && packetClass == CascadePacketId.REQUEST) {
      measures.totals().count(CascadeCounter.RESPONSES_MADE, 1);
    }
    if (CascadeRouteWord.nonMinimal(word)) {
      mostNonMinimalHops = Math.max(mostNonMinimalHops, hops);
    } else {
      mostMinimalHops = Math.max(mostMinimalHops, hops);
    }
  }

  private void noteLinks(int links, int hops) {
    assert WayLinks.all(links) == hops : "packet left its way";
    measures.totals().count(CascadeCounter.GREEN, WayLinks.green(links));
    measures.totals().count(CascadeCounter.BLACK, WayLinks.black(links));
    measures.totals().count(CascadeCounter.BLUE, WayLinks.blue(links));
  }

  /** Counts a request whose work is done. */
  protected final void noteRequest(int hops, boolean nonMinimal) {
    measures.totals().count(CascadeCounter.REQUESTS, 1);
    measures.totals().count(CascadeCounter.REQUEST_HOPS, hops);
    measures.totals().count(CascadeCounter.NON_MINIMAL, nonMinimal ? 1 : 0);
  }

  // ---------------------------------------------------------------- what is lost

  @Override
  public void fail(int router, long tick) {
    failed[router] = true;
    for (int nic = Dragonfly.NICS * router; nic < Dragonfly.NICS * (router + 1); nic++) {
      close(nic);
      if (ranks() != null) {
        ranks().lose(nic, tick);
      }
      touch(router, nic % Dragonfly.NICS >>> 1);
    }
  }

  /** Drops the requests that a NIC has not issued. */
  protected abstract void close(int nic);

  /** Returns whether a pair's blade has failed; if so, loses the responses that wait there. */
  protected final boolean hasFailed(int pair, long tick) {
    if (!failed[pair / PAIRS]) {
      return false;
    }
    for (int nic = 2 * pair; nic < 2 * pair + 2; nic++) {
      while (responses.first(nic) != PacketPool.NONE) {
        final int packet = responses.first(nic);
        responses.remove(nic);
        measures.injectAnswer(tick);
        giveBack(nic, packet);
        discard(packet, true, tick);
      }
    }
    return true;
  }

  /** Gives back what a response has that waits at a NIC and is lost. */
  protected void giveBack(int nic, int packet) {}

  /** Makes the creator of a packet forget it. */
  protected abstract void lose(int packet);

  @Override
  public void discard(int packet, boolean routed, long tick) {
    final long id = pool.first(packet);
    final int packetClass = CascadePacketId.packetClass(id);
    lose(packet);
    measures.lose(packetClass == CascadePacketId.REQUEST ? 2 : 1, tick);
    measures.totals().count(CascadeCounter.DISCARDED, 1);
    measures.totals().count(CascadeCounter.UNROUTABLE, routed ? 0 : 1);
    measures
        .digest()
        .add(
            CascadePacketId.source(id),
            CascadePacketId.destination(id),
            CascadePacketId.sequence(id),
            DISCARDED + packetClass,
            tick);
    pool.remove(packet);
  }

  /** Returns the first tick, from {@code tick} on, at which requests may be issued. */
  protected final long quietUntil(long tick) {
    return faults == null ? tick : faults.quietUntil(tick);
  }

  /**
   * Makes a NIC wait for the response to a request that it issues.
   *
   * @param group owner of the request, 0 or more; any value if it is not used
   */
  protected final void await(int nic, int packet, int group, long tick) {
    if (deadlines != null) {
      pool.setWord(packet, deadlineWord, deadlines.add(nic, pool.first(packet), group, tick));
    }
  }

  /** Records a response; returns whether its request was given up before. */
  protected final boolean isLate(int nic, int packet) {
    if (deadlines == null || deadlines.answer(nic, pool.word(packet, deadlineWord))) {
      return false;
    }
    measures.totals().count(CascadeCounter.LATE, 1);
    return true;
  }

  /**
   * Abandons a request of a NIC whose time is up in a tick.
   *
   * @return its owner, {@link Deadlines#NONE} if there is none
   */
  protected final int giveUp(int nic, long tick) {
    final int request = deadlines == null ? Deadlines.NONE : deadlines.due(nic, tick);
    if (request == Deadlines.NONE) {
      return Deadlines.NONE;
    }
    final long id = deadlines.id(request);
    final int group = deadlines.group(request);
    deadlines.remove(nic, request);
    outstanding.giveUp(nic);
    measures.endRequest(tick);
    measures.totals().count(CascadeCounter.TIMED_OUT, 1);
    measures
        .digest()
        .add(
            CascadePacketId.requester(id),
            CascadePacketId.target(id),
            CascadePacketId.sequence(id),
            TIMED_OUT,
            tick);
    return group;
  }

  /** Returns the tick at which the time of a NIC's first request is up. */
  protected final long nextGivenUp(int nic) {
    return deadlines == null ? NEVER : deadlines.next(nic);
  }

  /** Returns whether packets may be lost. */
  protected final boolean mayLose() {
    return faults != null;
  }

  // ---------------------------------------------------------------- from the host to the router

  @Override
  public void credit(int router, int port, int vc, int flits) {
    final int tile = TILES * router + port - Dragonfly.TILES;
    tileBuffers.free(2 * tile + CascadePacketId.classOfVc(vc), flits);
    if (starved[PAIRS * router + pairOf(port)]) {
      touch(router, pairOf(port));
    }
  }

  @Override
  public boolean looks(int router) {
    return touched[router] != 0 || ranks() != null;
  }

  /** Marks the pair of a NIC for a check in this tick whether it can issue. */
  protected final void touch(int nic) {
    touch(nic / Dragonfly.NICS, nic % Dragonfly.NICS >>> 1);
  }

  /** Marks a pair of NICs for a check in this tick whether it can issue. */
  protected final void touch(int router, int pair) {
    touched[router] |= (byte) (1 << pair);
  }

  /** Returns the pairs of a router that must be evaluated, one bit each, and clears them. */
  protected final int takeTouched(int router) {
    final int pairs = touched[router];
    touched[router] = 0;
    return pairs;
  }

  /** Marks a pair for a check if a wake-up is its alarm. */
  protected final void ring(int router, int pair, long tick) {
    if (rings(router, pair, tick)) {
      touch(router, pair);
    }
  }

  /** Returns whether a wake-up of a unit is its alarm, which then is no longer set. */
  protected final boolean rings(int router, int unit, long tick) {
    return alarms.rings(units * router + unit, tick);
  }

  /** Schedules a wake-up of a unit of a router at a tick unless there is an earlier one. */
  protected final void alarm(int router, int unit, long tick) {
    alarms.set(units * router + unit, tick);
  }

  /** Schedules a check at a tick whether packets may leave through the tiles of a NIC. */
  protected final void lookAtTiles(int nic, long tick) {
    final int router = nic / Dragonfly.NICS;
    final int first = Dragonfly.TILES + PAIR_TILES * (nic % Dragonfly.NICS >>> 1);
    for (int port = first; port < first + PAIR_TILES; port++) {
      lookAtTile(router, port, tick);
    }
  }

  /** Schedules a check at a tick whether packets may leave through a tile. */
  protected final void lookAtTile(int router, int port, long tick) {
    wheel.schedule(tick, eventWords.look(vcs.of(router, port, 0)));
  }

  /** Issues one packet, or what else takes the host's way out, of a NIC if it can. */
  protected abstract int issue(int router, int pair, int nic, long tick);

  /** Issues all that a pair can. */
  protected final void issueAll(int router, int pair, long tick) {
    starved[pair] = false;
    while (issueOne(router, pair, tick)) {}
  }

  private boolean issueOne(int router, int pair, long tick) {
    for (int i = 0; i < 2; i++) {
      final int nic = 2 * pair + (turn[pair] ^ i);
      final int issued = issue(router, pair, nic, tick);
      if (issued != NOTHING) {
        turn[pair] = issued == PACKET ? (byte) (1 - (nic & 1)) : turn[pair];
        return true;
      }
    }
    return false;
  }

  /**
   * Schedules the delivery of the last byte of a packet at a tick, or another event in place of a
   * delivery.
   */
  protected final void deliverAt(long tick, int packet) {
    wheel.schedule(tick, EventWord.delivery(packet));
  }

  /** Returns the lowest-numbered free tile of a pair with room for a packet, −1 if none. */
  protected final int freeTile(int pair, int packetClass, int flits, long tick) {
    for (int tile = PAIR_TILES * pair; tile < PAIR_TILES * (pair + 1); tile++) {
      if (tiles.isFree(tile, tick) && tileBuffers.hasRoom(2 * tile + packetClass, flits)) {
        return tile;
      }
    }
    starved[pair] = true;
    return -1;
  }

  /** Returns the place of a packet of a class that a tile of a router accepts. */
  protected final int placeBehind(int router, int tile, int packetClass) {
    return vcs.of(router, Dragonfly.TILES + tile % TILES, CascadePacketId.firstVc(packetClass));
  }

  /** Adds a packet to a tile; it arrives at the router at {@code arrival}. */
  protected final void enter(
      int tile, int packetClass, int packet, int flits, long tick, long arrival) {
    tiles.serve(tile, tick, (long) flits * tileFlitTicks);
    tileBuffers.take(2 * tile + packetClass, flits);
    wheel.schedule(arrival, Wiring.arrival(packet));
  }

  /** Returns the next tick at which a tile of a pair gets free. */
  protected final long nextFreeTile(int pair, long tick) {
    long tile = NEVER;
    for (int i = 0; i < PAIR_TILES; i++) {
      final long free = tiles.freeAt(PAIR_TILES * pair + i);
      tile = free > tick ? Math.min(tile, free) : tile;
    }
    return tile;
  }

  /** Returns when to try a packet: once it is ready, or, if it is and was tried, on a free tile. */
  protected static long nextTry(long ready, long tick, long tile) {
    return ready > tick ? ready : tile;
  }

  @Override
  public boolean atRest() {
    return outstanding.isNone()
        && buffers.areEmpty()
        && responses.areEmpty()
        && tileBuffers.areEmpty();
  }

  // ---------------------------------------------------------------- what is reported

  @Override
  public final long unsettled() {
    return (long) queues.active() + (deadlines == null ? 0 : deadlines.pending());
  }

  @Override
  public final Messaging ranks() {
    return queues.messaging();
  }

  /** Returns the measurements up to now. */
  public final NicStatistics statistics() {
    return new NicStatistics(
        nodes, outstanding.completed(), mostMinimalHops, mostNonMinimalHops, outstanding.sum());
  }

  @Override
  public void save(Words words) {
    statistics().save(words);
  }
}
