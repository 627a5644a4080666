package io.hopwright.models.switching.crossbar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Router by section "Router" of {@code docs/models/cascade.md}, evaluated in every tick; records
 * its actions.
 */
final class NaiveCrossbar {
  /** Arriving packet, which names the VC for which it waits. */
  record Packet(long id, int flits, int input, int inputVc, int output, int vc) {}

  private record Credit(int port, int vc, int flits) {}

  /** An output with a queue per VC. */
  private static final class Output {
    final List<Deque<Packet>> queues = new ArrayList<>();
    final int[] charge;
    long busyUntil;
    int pointer;

    Output(int vcs) {
      charge = new int[vcs];
      for (int vc = 0; vc < vcs; vc++) {
        queues.add(new ArrayDeque<>());
      }
    }
  }

  private final CrossbarDesign design;
  private final int hostRoom;
  private final int hostTicks;
  private final List<Output> outputs = new ArrayList<>();
  private final Map<Long, List<Packet>> arrivals = new HashMap<>();
  private final Map<Long, List<Credit>> credits = new HashMap<>();
  private final Map<Long, Integer> deliveries = new HashMap<>();
  private int inHost;

  /** Actions of the router, one line each. */
  final List<String> log = new ArrayList<>();

  /** Packets that were granted links in the last evaluated tick. */
  final List<Packet> sent = new ArrayList<>();

  final long[] packets;
  final long[] busyTicks;
  final long[] portTicks;

  /**
   * Creates an idle router.
   *
   * @param hostRoom maximum number of packets between their grant at an endpoint and their delivery
   * @param hostTicks from one to the other, less the packet's flits
   */
  NaiveCrossbar(CrossbarDesign design, int hostRoom, int hostTicks) {
    this.design = design;
    this.hostRoom = hostRoom;
    this.hostTicks = hostTicks;
    packets = new long[design.kinds().size()];
    busyTicks = new long[design.kinds().size()];
    portTicks = new long[design.ports()];
    for (int port = 0; port < design.ports(); port++) {
      outputs.add(new Output(design.vcs()));
    }
  }

  void arriveAt(long tick, Packet packet) {
    arrivals.computeIfAbsent(tick, key -> new ArrayList<>()).add(packet);
  }

  void creditAt(long tick, int port, int vc, int flits) {
    credits.computeIfAbsent(tick, key -> new ArrayList<>()).add(new Credit(port, vc, flits));
  }

  /** Returns whether the router is empty and expects no event. */
  boolean isHome() {
    return arrivals.isEmpty()
        && credits.isEmpty()
        && deliveries.isEmpty()
        && outputs.stream().allMatch(output -> output.queues.stream().allMatch(Deque::isEmpty));
  }

  void tick(long tick) {
    sent.clear();
    for (Credit credit : taken(credits, tick)) {
      if (credit.port < design.links(0)) {
        outputs.get(credit.port).charge[credit.vc] -= credit.flits;
      } else {
        log.add(room(tick, credit.port, credit.vc, credit.flits));
      }
    }
    final Integer delivered = deliveries.remove(tick);
    inHost -= delivered == null ? 0 : delivered;
    final List<Packet> arrived = new ArrayList<>(taken(arrivals, tick));
    arrived.sort(Comparator.comparingInt(Packet::input));
    for (Packet packet : arrived) {
      outputs.get(packet.output).queues.get(packet.vc).add(packet);
    }
    for (int port = 0; port < outputs.size(); port++) {
      grant(port, outputs.get(port), tick);
    }
  }

  private static <T> List<T> taken(Map<Long, List<T>> events, long tick) {
    final List<T> now = events.remove(tick);
    return now == null ? List.of() : now;
  }

  private void grant(int port, Output output, long tick) {
    for (int i = 0; i < design.vcs() && output.busyUntil <= tick; i++) {
      final int vc = (output.pointer + i) % design.vcs();
      final Packet packet = output.queues.get(vc).peek();
      if (packet != null && hasRoom(port, output, packet)) {
        output.queues.get(vc).remove();
        output.pointer = (vc + 1) % design.vcs();
        final int kind = design.kind(0, port);
        final int ticks = design.kinds().get(kind).ticks().get(packet.flits);
        output.busyUntil = tick + ticks;
        packets[kind]++;
        busyTicks[kind] += ticks;
        portTicks[port] += ticks;
        send(port, output, packet, tick);
        leave(packet, output.busyUntil);
        return;
      }
    }
  }

  private boolean hasRoom(int port, Output output, Packet packet) {
    if (port >= design.links(0)) {
      return inHost < hostRoom;
    }
    return output.charge[packet.vc] + packet.flits <= kind(port).capacityFlits();
  }

  private CrossbarDesign.PortKind kind(int port) {
    return design.kinds().get(design.kind(0, port));
  }

  private void send(int port, Output output, Packet packet, long tick) {
    if (port < design.links(0)) {
      output.charge[packet.vc] += packet.flits;
      sent.add(packet);
      log.add(packet(tick + kind(port).hopTicks(), port, packet.vc, packet.id, packet.flits));
    } else {
      inHost++;
      deliveries.merge(tick + hostTicks + packet.flits, 1, Integer::sum);
      log.add(host(tick, port, packet.id));
    }
  }

  private void leave(Packet packet, long tick) {
    if (packet.input < design.links(0)) {
      log.add(
          credit(
              tick + kind(packet.input).creditTicks(), packet.input, packet.inputVc, packet.flits));
    } else {
      creditAt(tick, packet.input, packet.inputVc, packet.flits);
    }
  }

  // ------------------------------------------------------------------------ lines of the log

  /** Returns the line of a packet that arrives at the other end of a port's link. */
  static String packet(long tick, int port, int vc, long id, int flits) {
    return "packet " + id + " of " + flits + " over port " + port + ", VC " + vc + ", at " + tick;
  }

  /** Returns the line of credits that arrive at the other end of a port's link. */
  static String credit(long tick, int port, int vc, int flits) {
    return "credits " + flits + " over port " + port + ", VC " + vc + ", at " + tick;
  }

  /** Returns the line of a packet that an endpoint accepts. */
  static String host(long tick, int port, long id) {
    return "packet " + id + " into endpoint " + port + " at " + tick;
  }

  /** Returns the line of flits that have left the buffer behind an endpoint. */
  static String room(long tick, int port, int vc, int flits) {
    return "room for " + flits + " behind endpoint " + port + ", VC " + vc + ", at " + tick;
  }
}
