package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.host.Deadlines;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.topology.Dragonfly;

/**
 * NICs of a partition, each modelled by two rates and two delays ({@code docs/models/cascade.md},
 * "Node and NIC").
 *
 * <p>Confined to its partition; 150 B per NIC.
 */
public final class RateNics extends CascadeNics {
  private final NicDesign design;
  private final int hopTicks;

  /** Ticks of either direction of the host interface, by the data of a request. */
  private final int[] requestHostTicks;

  private final RequestQueues requests;
  private final Servers out;
  private final Servers in;

  /** Creates idle NICs, and wakes each when its first request is generated. */
  public RateNics(CascadeNodeDesign node, RequestQueues requests, Site site) {
    super(node, PAIRS, requests, site);
    design = node.nics();
    hopTicks = node.hopTicks();
    requestHostTicks = design.requestHostTicks();
    this.requests = requests;
    out = new Servers(nodes.length);
    in = new Servers(nodes.length);
    for (int pair = 0; pair < nodes.length / 2; pair++) {
      final long first = Math.min(requests.birth(2 * pair), requests.birth(2 * pair + 1));
      alarm(pair / PAIRS, pair % PAIRS, first);
    }
  }

  // ---------------------------------------------------------------- from the router to the host

  @Override
  public long receive(int router, int port, int packet, long tick) {
    final int nic = takeIn(router, port, packet);
    pool.move(packet, vcs.of(router, port, nic & Dragonfly.NICS - 1));
    final int ticks =
        CascadePacketId.packetClass(pool.first(packet)) == CascadePacketId.RESPONSE
            ? CascadePackets.RESPONSE_HOST_TICKS
            : requestHostTicks[requests.dataOf(packet)];
    return in.serve(nic, tick + design.ejectionTicks(), ticks);
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final int nic = Dragonfly.NICS * router + vcs.vc(pool.place(packet));
    final int port = free(nic, packet);
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final int packetClass = CascadePacketId.packetClass(id);
    final int data = packetClass == CascadePacketId.REQUEST ? requests.dataOf(packet) : 0;
    noteDelivery(id, word, data, tick);
    if (packetClass == CascadePacketId.REQUEST) {
      assert requests.isAtItsTarget(packet) : "request astray";
      noteRequest(id, word, pool.second(packet), data, tick);
      requests.delivered(nic, packet, tick);
      respond(router, nic, packet, id);
    } else {
      if (!isLate(nic, packet)) {
        if (!outstanding.hasRoom(nic)) {
          touch(nic);
        }
        outstanding.complete(nic);
        measures.endRequest(tick);
        requests.answered(nic, packet, tick);
        measures.complete();
      }
      requests.gone(packet);
      pool.remove(packet);
    }
    return 1L << port;
  }

  private void noteRequest(long id, long word, long times, int data, long tick) {
    final int hops = packetWords.hops(word);
    noteRequest(hops, CascadeRouteWord.nonMinimal(word));
    measures.follow(
        CascadePacketId.requester(id),
        CascadePacketId.target(id),
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
    pool.setFirst(packet, CascadePacketId.responseTo(request));
    pool.setThird(packet, packetWords.of(CascadePackets.RESPONSE_FLITS));
    responses.add(nic, packet);
    touch(nic);
  }

  // ---------------------------------------------------------------- from the host to the router

  @Override
  public long wake(int router, int unit, long tick) {
    if (unit >= PAIRS) {
      requests.wake(router, unit - PAIRS);
    } else {
      ring(router, unit, tick);
    }
    return 0;
  }

  @Override
  public void issue(int router, long tick) {
    final int pairs = takeTouched(router) | requests.act(router, tick);
    for (int i = 0; i < PAIRS; i++) {
      if ((pairs >>> i & 1) != 0) {
        issuePair(router, i, tick);
      }
    }
  }

  private void issuePair(int router, int i, long tick) {
    final int pair = PAIRS * router + i;
    giveUp(2 * pair, tick);
    giveUp(2 * pair + 1, tick);
    long next = Math.min(nextGivenUp(2 * pair), nextGivenUp(2 * pair + 1));
    if (!hasFailed(pair, tick)) {
      issueAll(router, pair, tick);
      next = Math.min(next, nextIssue(pair, tick));
      next = Math.min(next, Math.min(nextGivenUp(2 * pair), nextGivenUp(2 * pair + 1)));
    }
    alarm(router, i, next);
  }

  @Override
  protected void close(int nic) {
    requests.close(nic);
  }

  @Override
  protected void lose(int packet) {
    requests.gone(packet);
  }

  @Override
  protected int issue(int router, int pair, int nic, long tick) {
    return out.isFree(nic, tick)
            && (issueResponse(router, pair, nic, tick) || issueRequest(router, pair, nic, tick))
        ? PACKET
        : NOTHING;
  }

  private boolean issueResponse(int router, int pair, int nic, long tick) {
    final int packet = responses.first(nic);
    if (packet == PacketPool.NONE) {
      return false;
    }
    final int tile = freeTile(pair, CascadePacketId.RESPONSE, CascadePackets.RESPONSE_FLITS, tick);
    if (tile < 0) {
      return false;
    }
    responses.remove(nic);
    measures.injectAnswer(tick);
    pool.move(packet, placeBehind(router, tile, CascadePacketId.RESPONSE));
    out.serve(nic, tick, CascadePackets.RESPONSE_HOST_TICKS);
    enter(
        tile,
        CascadePacketId.RESPONSE,
        packet,
        CascadePackets.RESPONSE_FLITS,
        tick,
        tick + design.injectionTicks());
    return true;
  }

  private boolean issueRequest(int router, int pair, int nic, long tick) {
    if (requests.birth(nic) > tick || !outstanding.hasRoom(nic) || quietUntil(tick) > tick) {
      return false;
    }
    final int data = requests.data(nic);
    final int flits = CascadePackets.requestFlits(data);
    final int tile = freeTile(pair, CascadePacketId.REQUEST, flits, tick);
    if (tile < 0) {
      return false;
    }
    final long id =
        CascadePacketId.request(nodes[nic], requests.destination(nic), requests.sequence(nic));
    final int packet =
        pool.add(
            id,
            PacketTimes.of(requests.birth(nic), tick),
            placeBehind(router, tile, CascadePacketId.REQUEST));
    pool.setThird(packet, packetWords.of(flits));
    measures.inject(data, 1, tick);
    measures.expectAnswer();
    measures.request(tick);
    outstanding.add(nic);
    await(nic, packet, Deadlines.NONE, tick);
    out.serve(nic, tick, requestHostTicks[data]);
    requests.issued(nic, packet, tick);
    enter(tile, CascadePacketId.REQUEST, packet, flits, tick, tick + design.injectionTicks());
    return true;
  }

  /**
   * Returns the next tick at which a pair may issue something just because time has passed; credits
   * and deliveries have it look again anyway.
   */
  private long nextIssue(int pair, long tick) {
    final long tile = nextFreeTile(pair, tick);
    final long quiet = quietUntil(tick);
    long next = NEVER;
    for (int nic = 2 * pair; nic < 2 * pair + 2; nic++) {
      final long free = out.freeAt(nic);
      if (responses.first(nic) != PacketPool.NONE) {
        next = Math.min(next, nextTry(free, tick, tile));
      }
      if (outstanding.hasRoom(nic)) {
        next =
            Math.min(
                next, nextTry(Math.max(Math.max(requests.birth(nic), quiet), free), tick, tile));
      }
    }
    return next;
  }
}
