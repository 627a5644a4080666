package io.hopwright.models.cascade;

import io.hopwright.models.baseline.PacketTrain;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.RouteDraws;
import io.hopwright.models.cascade.network.RoutingMode;
import io.hopwright.models.cascade.network.WayLinks;
import io.hopwright.models.topology.Dragonfly;
import java.util.List;

/**
 * Common part of both NIC models at zero load: the routes of a transfer's packets, and the stages
 * that all of them pass ({@code docs/models/baseline.md}, "Cascade"). Confined to one run.
 */
abstract class DragonflyZeroLoad implements ZeroLoad {
  /** At either end of a transfer, packets of which each may be the first, or last, to arrive. */
  private static final int PACKETS_AT_END = 256;

  /** Requests, and responses, of the transfer in flight. */
  protected final PacketTrain train = new PacketTrain();

  protected final int hopTicks;
  private final Dragonfly topology;
  private final RouteDraws draws;
  private final WayLinks ways;
  private final boolean failing;
  private final List<Integer> tileTicks;

  /** Ticks on green, black and blue links. */
  private final List<List<Integer>> linkTicks;

  // The transfer that is prepared: its packets, of which the last has the rest of its bytes.
  protected long packets;
  protected int lastData;
  private int requester;
  private int target;
  private long number;
  private int step;

  // When its first packet is issued at the earliest, and the ticks from each to the next.
  private long start;
  private long interval;

  /** Whether its packets take routes of different lengths. */
  private boolean varies;

  DragonflyZeroLoad(CascadeSettings settings) {
    hopTicks = settings.router().hopTicks();
    topology = settings.topology().dragonfly();
    draws = new RouteDraws(topology, settings.routing());
    ways = new WayLinks(topology);
    failing = settings.faults() != null;
    tileTicks = settings.router().rates().tileTicks();
    linkTicks = settings.router().linkTicks();
  }

  /**
   * Prepares a transfer.
   *
   * @param bytes that it moves
   * @param first number of its first packet
   * @param step from the number of a packet to that of the next
   */
  protected final void prepare(int from, int to, long bytes, long first, int step) {
    requester = from;
    target = to;
    number = first;
    this.step = step;
    packets = Math.max(1, (bytes + CascadePackets.MAX_DATA - 1) / CascadePackets.MAX_DATA);
    lastData = (int) (bytes - (packets - 1) * CascadePackets.MAX_DATA);
    final RoutingMode mode = draws.mode(request(0));
    varies = !failing && !isOneRoute(mode) && (isFar() || mode.nonMinimalOnly());
  }

  /** Records when the transfer's packets are issued. */
  protected final void issue(long first, long ticks) {
    start = first;
    interval = ticks;
  }

  private boolean isOneRoute(RoutingMode mode) {
    return mode.deterministic() || topology.ariesOf(requester) == topology.ariesOf(target);
  }

  /** Returns whether the nodes are in different groups. */
  private boolean isFar() {
    return topology.groupOf(topology.ariesOf(requester))
        != topology.groupOf(topology.ariesOf(target));
  }

  private long request(long packet) {
    return CascadePacketId.request(
        requester, target, (number + step * packet) & CascadePacketId.MAX_SEQUENCE);
  }

  private long response(long packet) {
    return CascadePacketId.responseTo(request(packet));
  }

  /** Returns the data of the first packet. */
  protected final int firstData() {
    return packets > 1 ? CascadePackets.MAX_DATA : lastData;
  }

  // ---------------------------------------------------------------- routes

  /** Returns the fewest links of all routes that a packet chooses from. */
  protected final int links(long id) {
    final int from = topology.ariesOf(CascadePacketId.source(id));
    final int to = topology.ariesOf(CascadePacketId.destination(id));
    if (from == to || failing) {
      return fewest(from, to);
    }
    final RoutingMode mode = draws.mode(id);
    int fewest = Integer.MAX_VALUE;
    for (int candidate = 0; candidate < RouteDraws.CANDIDATES; candidate++) {
      if (mode.has(candidate)) {
        final long route = draws.candidate(from, to, candidate, id, 0);
        fewest = Math.min(fewest, WayLinks.all(ways.of(from, route)));
      }
    }
    return fewest;
  }

  /** Returns the links that there are at least, whatever has failed. */
  private int fewest(int from, int to) {
    return topology.groupOf(from) == topology.groupOf(to) ? topology.localLinks(from, to) : 1;
  }

  private int linksOfAll(boolean back) {
    final long id = back ? response(0) : request(0);
    return varies
        ? fewest(
            topology.ariesOf(CascadePacketId.source(id)),
            topology.ariesOf(CascadePacketId.destination(id)))
        : links(id);
  }

  /**
   * Sends all requests over their links and through processor tiles. Where all take one route they
   * share its links and tile; those that need not go through any one link share none.
   *
   * @param beside ticks from the issue of a packet until it is at the NIC, its links left out
   * @param after of these, those from where the train is now
   * @param flits of a full packet
   * @param lastFlits of the last
   */
  protected final void cross(long beside, int after, int flits, int lastFlits) {
    cross(false, after, flits, lastFlits);
    if (varies) {
      train.notBefore(earliest(beside));
    }
  }

  /** Returns when the first of all requests is at the NIC. */
  private long earliest(long beside) {
    final long all = Math.min(packets, PACKETS_AT_END);
    long earliest =
        packets > all
            ? start + all * interval + (long) linksOfAll(false) * hopTicks
            : Long.MAX_VALUE;
    for (long i = 0; i < all; i++) {
      earliest = Math.min(earliest, start + i * interval + (long) links(request(i)) * hopTicks);
    }
    return earliest + beside;
  }

  /** Sends all responses over their links and through processor tiles. */
  protected final void crossBack(int after, int flits, int lastFlits) {
    cross(true, after, flits, lastFlits);
  }

  private void cross(boolean back, int after, int flits, int lastFlits) {
    final long delay = after + (long) linksOfAll(back) * hopTicks;
    train.through(occupied(back, flits), delay, occupied(back, lastFlits), delay);
  }

  private int occupied(boolean back, int flits) {
    final long id = back ? response(0) : request(0);
    final int from = topology.ariesOf(CascadePacketId.source(id));
    final int to = topology.ariesOf(CascadePacketId.destination(id));
    final RoutingMode mode = draws.mode(id);
    if (failing || (from == to && !mode.deterministic())) {
      return 0;
    }
    if (!mode.deterministic()) {
      final boolean onlyMinimal = !mode.byLoad() && !mode.nonMinimalOnly();
      final boolean green = topology.bladeOf(from) != topology.bladeOf(to);
      return onlyMinimal && green && !isFar() ? linkTicks.get(0).get(flits) : 0;
    }
    int most = tileTicks.get(flits);
    if (from != to) {
      final int candidate = mode.nonMinimalOnly() ? RouteDraws.FIRST_NON_MINIMAL : 0;
      final int links = ways.of(from, draws.candidate(from, to, candidate, id, 0));
      final int[] byColour = {WayLinks.green(links), WayLinks.black(links), WayLinks.blue(links)};
      for (int colour = 0; colour < byColour.length; colour++) {
        most = byColour[colour] > 0 ? Math.max(most, linkTicks.get(colour).get(flits)) : most;
      }
    }
    return most;
  }

  /**
   * Returns when the first packet of all arrives.
   *
   * @param beside ticks from its issue, its links left out
   */
  protected final long first(long beside) {
    return varies ? start + beside + (long) links(request(0)) * hopTicks : train.firstArrival();
  }

  /**
   * Returns when all packets have arrived: the last to be issued is not the last if routes differ.
   *
   * @param beside ticks from the issue of a full packet, its links left out
   * @param lastBeside those of the last packet
   * @param back whether there are links of a response, too
   */
  protected final long last(long beside, long lastBeside, boolean back) {
    long latest = train.allArrived();
    for (long i = Math.max(0, packets - PACKETS_AT_END); varies && i < packets; i++) {
      final int links = links(request(i)) + (back ? links(response(i)) : 0);
      final long its = i == packets - 1 ? lastBeside : beside;
      latest = Math.max(latest, start + i * interval + its + (long) links * hopTicks);
    }
    return latest;
  }
}
