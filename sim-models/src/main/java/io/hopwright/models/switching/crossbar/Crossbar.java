package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;

/**
 * Phase 2 of a tick for one router: arrivals join the queue of the output they choose, idle outputs
 * are granted.
 *
 * <p>The crossbar is ideal: all buffers feed all outputs at once, and a packet is in nobody's way
 * but of those behind it for the same VC of the same output. Confined to its partition.
 */
final class Crossbar {
  private final long[] state;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final Routing routing;
  private final Endpoints endpoints;
  private final PortStatistics books;
  private final Measures<Totals> measures;
  private final int links;
  private final int hopTicks;
  private final int creditTicks;
  private final int[] capacities;
  private final int[] ticks;

  /** Scratch: packets that arrive in the same tick, in order of input. */
  private final int[] arrivals = new int[CrossbarDesign.MAX_PORTS];

  Crossbar(
      CrossbarDesign design,
      SwitchState switches,
      PacketPool pool,
      TimingWheel wheel,
      Wiring wiring,
      Routing routing,
      Endpoints endpoints,
      PortStatistics books,
      Measures<Totals> measures) {
    state = switches.words();
    this.pool = pool;
    this.wheel = wheel;
    this.wiring = wiring;
    this.routing = routing;
    this.endpoints = endpoints;
    this.books = books;
    this.measures = measures;
    links = design.links();
    hopTicks = design.hopTicks();
    creditTicks = design.creditTicks();
    final int[] kindOfPort = design.kindOfPort();
    capacities = new int[kindOfPort.length];
    ticks = new int[kindOfPort.length * (EventWord.MAX_FLITS + 1)];
    for (int port = 0; port < kindOfPort.length; port++) {
      final CrossbarDesign.PortKind kind = design.kinds().get(kindOfPort[port]);
      capacities[port] = kind.capacityFlits();
      for (int flits = 0; flits < kind.ticks().size(); flits++) {
        ticks[port * (EventWord.MAX_FLITS + 1) + flits] = kind.ticks().get(flits);
      }
    }
  }

  /** Lets the packets that have arrived in this tick join queues. */
  void arrive(int router, int base, long tick) {
    final int first = (int) state[base + SwitchState.ARRIVED];
    if (first == PacketPool.NONE) {
      return;
    }
    state[base + SwitchState.ARRIVED] = PacketPool.NONE;
    if (pool.behind(first) == PacketPool.NONE) {
      join(router, base, first, tick);
      return;
    }
    int count = 0;
    for (int packet = first; packet != PacketPool.NONE; packet = pool.behind(packet)) {
      int hole = count++;
      for (; hole > 0 && pool.input(arrivals[hole - 1]) > pool.input(packet); hole--) {
        arrivals[hole] = arrivals[hole - 1];
      }
      arrivals[hole] = packet;
    }
    for (int i = 0; i < count; i++) {
      pool.putBehind(arrivals[i], PacketPool.NONE);
      join(router, base, arrivals[i], tick);
    }
  }

  private void join(int router, int base, int packet, long tick) {
    final int choice = routing.route(router, pool.input(packet), packet, tick);
    final int port = Vc.owner(choice);
    final int vc = Vc.vc(choice);
    final int output = SwitchState.output(base, port);
    final int at = output + SwitchState.QUEUES + vc;
    final long queue = state[at];
    final int last = QueueWord.last(queue);
    if (last != PacketPool.NONE) {
      pool.putBehind(last, packet);
    }
    final int first = last == PacketPool.NONE ? packet : QueueWord.first(queue);
    state[at] = QueueWord.withPackets(queue, first, packet);
    state[output] = OutputWord.withWaiting(state[output], vc);
    final int flits = PacketWords.flits(pool.third(packet));
    state[output + SwitchState.LOAD] += SwitchState.change(flits, 0);
    state[base + SwitchState.HOLDING] |= 1L << port;
    state[base + SwitchState.PENDING] |= 1L << port;
  }

  /** Grants outputs that are idle to packets that wait and have the credits. */
  void grant(int router, int base, long tick) {
    long rest = state[base + SwitchState.PENDING] & state[base + SwitchState.HOLDING];
    state[base + SwitchState.PENDING] = 0;
    for (; rest != 0; rest &= rest - 1) {
      final int port = Long.numberOfTrailingZeros(rest);
      final int output = SwitchState.output(base, port);
      final long word = state[output];
      if (OutputWord.busyUntil(word) <= tick) {
        final int vc = port < links ? pickVc(output, port) : pickQueue(router, port, output);
        if (vc >= 0) {
          send(router, base, port, output, vc, tick);
        }
      }
      wakeWhenIdle(router, base, port, output, tick);
    }
  }

  /** Has the router look when an output's transmission ends, if packets wait for it. */
  private void wakeWhenIdle(int router, int base, int port, int output, long tick) {
    final long word = state[output];
    final long bit = 1L << port;
    final boolean busy = OutputWord.busyUntil(word) > tick && OutputWord.waiting(word) != 0;
    if (busy && (state[base + SwitchState.ALARMED] & bit) == 0) {
      state[base + SwitchState.ALARMED] |= bit;
      wheel.schedule(OutputWord.busyUntil(word), EventWord.of(EventWord.IDLE, router, port));
    }
  }

  /** Returns the first VC in turn whose first packet has the credits, −1 if none. */
  private int pickVc(int output, int port) {
    final long word = state[output];
    for (int rest = OutputWord.inOrder(word); rest != 0; rest &= rest - 1) {
      final int vc = OutputWord.vc(word, Integer.numberOfTrailingZeros(rest));
      final long queue = state[output + SwitchState.QUEUES + vc];
      final int flits = PacketWords.flits(pool.third(QueueWord.first(queue)));
      if (QueueWord.charge(queue) + flits <= capacities[port]) {
        return vc;
      }
    }
    return -1;
  }

  private int pickQueue(int router, int port, int output) {
    final long word = state[output];
    for (int rest = OutputWord.inOrder(word); rest != 0; rest &= rest - 1) {
      final int vc = OutputWord.vc(word, Integer.numberOfTrailingZeros(rest));
      final int packet = QueueWord.first(state[output + SwitchState.QUEUES + vc]);
      if (endpoints.hasRoom(router, port, vc, packet)) {
        return vc;
      }
    }
    return -1;
  }

  private void send(int router, int base, int port, int output, int vc, long tick) {
    final int packet = leaveQueue(base, port, output, vc);
    final long third = pool.third(packet);
    final int flits = PacketWords.flits(third);
    final int linkTicks = ticks[port * (EventWord.MAX_FLITS + 1) + flits];
    final long idle = tick + linkTicks;
    state[output] = OutputWord.granted(state[output], vc, idle);
    freeInput(router, pool.input(packet), Vc.vc(pool.node(packet)), flits, idle);
    books.send(measures, router, port, linkTicks, tick);
    if (port < links) {
      state[output + SwitchState.LOAD] += SwitchState.change(-flits, flits);
      state[output + SwitchState.QUEUES + vc] += flits;
      pool.setThird(packet, PacketWords.afterHop(third));
      wiring.sendPacket(router, port, vc, packet, tick + hopTicks);
    } else {
      state[output + SwitchState.LOAD] += SwitchState.change(-flits, 0);
      final long delivered = endpoints.receive(router, port, packet, tick);
      wheel.schedule(delivered, EventWord.ofPacket(EventWord.DELIVERY, packet));
    }
  }

  private int leaveQueue(int base, int port, int output, int vc) {
    final int at = output + SwitchState.QUEUES + vc;
    final long queue = state[at];
    final int packet = QueueWord.first(queue);
    if (packet == QueueWord.last(queue)) {
      state[at] = QueueWord.withPackets(queue, PacketPool.NONE, PacketPool.NONE);
      state[output] = OutputWord.withoutWaiting(state[output], vc);
      if (OutputWord.waiting(state[output]) == 0) {
        state[base + SwitchState.HOLDING] &= ~(1L << port);
      }
    } else {
      state[at] = QueueWord.withPackets(queue, pool.behind(packet), QueueWord.last(queue));
    }
    return packet;
  }

  /** The tail leaves the buffer of an input at {@code tick}. */
  private void freeInput(int router, int port, int vc, int flits, long tick) {
    if (port < links) {
      wiring.sendCredit(router, port, vc, flits, tick + creditTicks);
    } else {
      wheel.schedule(tick, EventWord.of(EventWord.CREDIT, router, port, vc, flits));
    }
  }
}
