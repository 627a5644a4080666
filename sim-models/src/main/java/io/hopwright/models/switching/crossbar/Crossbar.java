package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.state.OptionalState;
import io.hopwright.models.link.Credits;
import io.hopwright.models.link.Retry;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.topology.PartitionMap;

/**
 * Phase 2 of a tick for one router: arrivals join the queue of the output they choose, idle outputs
 * are granted.
 *
 * <p>The crossbar is ideal: all buffers feed all outputs at once, and a packet blocks only those
 * behind it for the same VC of the same output. Confined to its partition.
 */
final class Crossbar {
  private final SwitchState switches;
  private final long[] state;
  private final PartitionMap map;
  private final int partition;
  private final Vc vcs;
  private final EventWord eventWords;
  private final QueueWord queueWords;
  private final PacketWords packetWords;
  private final PacketPool pool;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final Credits credits;

  /** Null if all frames are good. */
  private final Retry retry;

  /** Null if no port fails. */
  @OptionalState private final PortFaults faults;

  private final Routing routing;
  private final Endpoints endpoints;
  private final PortStatistics statistics;
  private final Measures<Totals> measures;
  private final PortClasses classes;
  private final int linkClasses;

  /** {@code [mostLinks·router + port]}: far ends of links. */
  private final int[] ends;

  private final int mostLinks;

  /** Hop ticks by class; others by class and size. */
  private final int[] hopTicks;

  private final int[] ticks;
  private final int sizes;

  /** Null if all packets of a size take as long at all ports of a class. */
  private final OutputTimes times;

  /** Scratch: packets that arrive in the same tick, in order of input. */
  private final int[] arrivals = new int[CrossbarDesign.MAX_PORTS];

  Crossbar(
      CrossbarDesign design,
      PartitionMap map,
      int partition,
      PortClasses classes,
      SwitchState switches,
      PacketPool pool,
      TimingWheel wheel,
      Wiring wiring,
      int[] ends,
      Credits credits,
      Retry retry,
      OutputTimes times,
      PortFaults faults,
      Routing routing,
      Endpoints endpoints,
      PortStatistics statistics,
      Measures<Totals> measures) {
    this.switches = switches;
    this.map = map;
    this.partition = partition;
    state = switches.words();
    vcs = new Vc(design);
    eventWords = new EventWord(design);
    queueWords = new QueueWord(design);
    packetWords = new PacketWords(design);
    this.pool = pool;
    this.wheel = wheel;
    this.wiring = wiring;
    this.ends = ends;
    this.credits = credits;
    this.retry = retry;
    this.times = times;
    this.faults = faults;
    this.routing = routing;
    this.endpoints = endpoints;
    this.statistics = statistics;
    this.measures = measures;
    this.classes = classes;
    linkClasses = design.linkClasses();
    mostLinks = design.links();
    hopTicks = design.hopTicks();
    sizes = design.mostFlits() + 1;
    ticks = design.packetTicks();
  }

  /** Adds the packets that have arrived in this tick to queues. */
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
      for (; hole > 0 && isBefore(packet, arrivals[hole - 1]); hole--) {
        arrivals[hole] = arrivals[hole - 1];
      }
      arrivals[hole] = packet;
    }
    for (int i = 0; i < count; i++) {
      pool.putBehind(arrivals[i], PacketPool.NONE);
      join(router, base, arrivals[i], tick);
    }
  }

  /**
   * Orders packets by place, and at the same place by identity: endpoints can issue at several
   * delays.
   */
  private boolean isBefore(int packet, int other) {
    return pool.place(packet) != pool.place(other)
        ? pool.place(packet) < pool.place(other)
        : Long.compareUnsigned(pool.first(packet), pool.first(other)) < 0;
  }

  private void join(int router, int base, int packet, long tick) {
    if (faults != null && hasFailed(router)) {
      discard(router, packet, true, tick);
      return;
    }
    final int choice = route(router, packet, tick);
    if (faults != null && (choice == Routing.NO_ROUTE || hasFailed(router, vcs.port(choice)))) {
      discard(router, packet, choice != Routing.NO_ROUTE, tick);
      return;
    }
    final int port = vcs.port(choice);
    final int vc = vcs.vc(choice);
    final int output = switches.port(base, port);
    final int at = output + SwitchState.QUEUES + vc;
    final long queue = state[at];
    final int last = queueWords.last(queue);
    if (last != PacketPool.NONE) {
      pool.putBehind(last, packet);
    }
    final int first = last == PacketPool.NONE ? packet : queueWords.first(queue);
    state[at] = queueWords.withPackets(queue, first, packet);
    state[output] = OutputWord.withWaiting(state[output], vc);
    final int flits = packetWords.flits(pool.third(packet));
    state[output + SwitchState.LOAD] += SwitchState.change(flits, 0);
    state[base + SwitchState.HOLDING] |= 1L << port;
    state[base + SwitchState.PENDING] |= 1L << port;
    measures.queue(1);
  }

  private int route(int router, int packet, long tick) {
    final int choice = routing.route(router, vcs.port(pool.place(packet)), packet, tick);
    assert choice == Routing.NO_ROUTE || leadsOn(router, vcs.port(choice));
    return choice;
  }

  private boolean leadsOn(int router, int port) {
    final int linkClass = classes.of(router, port);
    if (linkClass == CrossbarDesign.NONE
        || (linkClass < linkClasses
            && ends[router * mostLinks + port] == SwitchPartition.NO_LINK)) {
      throw new AssertionError(
          "router " + map.router(partition, router) + ": route by port " + port + ", no link");
    }
    return true;
  }

  // ---------------------------------------------------------------- what fails

  /** Fails the ports of a router that are due: waiting packets are lost. */
  void fail(int router, int base, long tick) {
    final long failing = faults.advance(router, tick);
    for (long rest = failing; rest != 0; rest &= rest - 1) {
      clear(router, base, Long.numberOfTrailingZeros(rest), tick);
    }
    if (failing != 0 && hasFailed(router)) {
      endpoints.fail(router, tick);
    }
  }

  /** Returns whether a router has failed: all of it except links, or all links. */
  private boolean hasFailed(int router) {
    final int links = classes.links(router);
    return classes.ports(router) > links
        ? hasFailed(router, links)
        : Long.bitCount(faults.failed(router)) == links;
  }

  private boolean hasFailed(int router, int port) {
    return (faults.failed(router) >>> port & 1) != 0;
  }

  private void clear(int router, int base, int port, long tick) {
    final int output = switches.port(base, port);
    for (int rest = OutputWord.waiting(state[output]); rest != 0; rest &= rest - 1) {
      final int vc = Integer.numberOfTrailingZeros(rest);
      while (queueWords.first(state[output + SwitchState.QUEUES + vc]) != PacketPool.NONE) {
        final int packet = leaveQueue(base, port, output, vc);
        final int flits = packetWords.flits(pool.third(packet));
        state[output + SwitchState.LOAD] += SwitchState.change(-flits, 0);
        discard(router, packet, true, tick);
      }
    }
  }

  /** Takes a packet out of the buffer of its input, and forgets it. */
  private void discard(int router, int packet, boolean routed, long tick) {
    freeInput(router, pool.place(packet), packetWords.flits(pool.third(packet)), tick + 1);
    endpoints.discard(packet, routed, tick);
  }

  // ---------------------------------------------------------------- grants

  /** Grants outputs that are idle to packets that wait and have the credits. */
  void grant(int router, int base, long tick) {
    long rest = state[base + SwitchState.PENDING] & state[base + SwitchState.HOLDING];
    state[base + SwitchState.PENDING] = 0;
    for (; rest != 0; rest &= rest - 1) {
      final int port = Long.numberOfTrailingZeros(rest);
      final int output = switches.port(base, port);
      final long word = state[output];
      if (OutputWord.busyUntil(word) <= tick) {
        final int linkClass = classes.of(router, port);
        final int vc =
            linkClass < linkClasses ? pickVc(output, linkClass) : pickQueue(router, port, output);
        if (vc >= 0) {
          send(router, base, port, linkClass, output, vc, tick);
        }
      }
      wakeWhenIdle(router, base, port, output, tick);
    }
  }

  /** Wakes the router when an output's transmission ends, if packets wait for it. */
  private void wakeWhenIdle(int router, int base, int port, int output, long tick) {
    final long word = state[output];
    final long bit = 1L << port;
    final boolean busy = OutputWord.busyUntil(word) > tick && OutputWord.waiting(word) != 0;
    if (busy && (state[base + SwitchState.ALARMED] & bit) == 0) {
      state[base + SwitchState.ALARMED] |= bit;
      wheel.schedule(
          OutputWord.busyUntil(word), eventWords.of(EventWord.IDLE, vcs.of(router, port, 0)));
    }
  }

  /** Returns the first VC in turn whose first packet has the credits, −1 if none. */
  private int pickVc(int output, int linkClass) {
    final long word = state[output];
    for (int rest = OutputWord.inOrder(word); rest != 0; rest &= rest - 1) {
      final int vc = OutputWord.vc(word, Integer.numberOfTrailingZeros(rest));
      final int at = output + SwitchState.QUEUES + vc;
      final int flits = packetWords.flits(pool.third(queueWords.first(state[at])));
      if (credits.suffice(at, linkClass, flits)) {
        return vc;
      }
    }
    return -1;
  }

  private int pickQueue(int router, int port, int output) {
    final long word = state[output];
    for (int rest = OutputWord.inOrder(word); rest != 0; rest &= rest - 1) {
      final int vc = OutputWord.vc(word, Integer.numberOfTrailingZeros(rest));
      final int packet = queueWords.first(state[output + SwitchState.QUEUES + vc]);
      if (endpoints.hasRoom(router, port, vc, packet)) {
        return vc;
      }
    }
    return -1;
  }

  private void send(int router, int base, int port, int linkClass, int output, int vc, long tick) {
    final int packet = leaveQueue(base, port, output, vc);
    final int flits = packetWords.flits(pool.third(packet));
    final int linkTicks =
        times == null ? ticks[linkClass * sizes + flits] : times.ticks(router, port, packet);
    final long idle =
        retry == null || linkClass >= linkClasses
            ? tick + linkTicks
            : retry.send(router * mostLinks + port, flits, tick);
    state[output] = OutputWord.granted(state[output], vc, idle);
    freeInput(router, pool.place(packet), flits, idle);
    statistics.send(measures, router, port, linkClass, flits, (int) (idle - tick), tick);
    if (linkClass < linkClasses) {
      state[output + SwitchState.LOAD] += SwitchState.change(-flits, flits);
      credits.spend(output + SwitchState.QUEUES + vc, flits);
      hop(router, port, vc, packet, tick, idle - linkTicks + hopTicks[linkClass]);
    } else {
      state[output + SwitchState.LOAD] += SwitchState.change(-flits, 0);
      final long delivered = endpoints.receive(router, port, packet, tick);
      wheel.schedule(delivered, EventWord.ofPacket(EventWord.DELIVERY, packet));
    }
  }

  private void hop(int router, int port, int vc, int packet, long tick, long arrivalTick) {
    final long third = pool.third(packet);
    if (packetWords.mayNotHop(third)) {
      throw tooManyHops(router, port, vc, third, tick);
    }
    pool.setThird(packet, packetWords.afterHop(third));
    wiring.sendPacket(ends[router * mostLinks + port], vc, packet, arrivalTick);
  }

  private int leaveQueue(int base, int port, int output, int vc) {
    final int at = output + SwitchState.QUEUES + vc;
    final long queue = state[at];
    final int packet = queueWords.first(queue);
    measures.queue(-1);
    if (packet == queueWords.last(queue)) {
      state[at] = queueWords.withPackets(queue, PacketPool.NONE, PacketPool.NONE);
      state[output] = OutputWord.withoutWaiting(state[output], vc);
      if (OutputWord.waiting(state[output]) == 0) {
        state[base + SwitchState.HOLDING] &= ~(1L << port);
      }
    } else {
      state[at] = queueWords.withPackets(queue, pool.behind(packet), queueWords.last(queue));
    }
    return packet;
  }

  /** Frees the buffer of an input at {@code tick}, when the tail has left it. */
  private void freeInput(int router, int input, int flits, long tick) {
    final int port = vcs.port(input);
    final int linkClass = classes.of(router, port);
    if (linkClass < linkClasses) {
      final int credit = eventWords.of(EventWord.CREDIT, vcs.vc(input), flits);
      credits.sendBack(ends[router * mostLinks + port], linkClass, credit, tick);
    } else {
      wheel.schedule(tick, eventWords.of(EventWord.CREDIT, input, flits));
    }
  }

  private IllegalStateException tooManyHops(int router, int port, int vc, long third, long tick) {
    return new IllegalStateException(
        "router "
            + map.router(partition, router)
            + ", port "
            + port
            + ", VC "
            + vc
            + ": a packet goes on after "
            + packetWords.hops(third)
            + " hops, the limit, at tick "
            + tick);
  }
}
