package io.hopwright.models.toy.reference;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.run.RunPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** A ring, tick by tick, by the rules of {@code ring.md}. Confined to one thread. */
final class ReferenceRing extends ReferenceMachine {
  private static final int NODE = 2;
  private static final int FLITS = 8;
  private static final long BYTES = 64;
  private static final long NEVER = Long.MAX_VALUE;

  private static final class Packet {
    final int source;
    final int destination;
    final long number;
    final long birth;
    final long issued;
    int hops;

    /** Of the buffer it is in, in flits. */
    int[] charge;

    int inputPort = NODE;

    Packet(int source, int destination, long number, long birth, long issued) {
      this.source = source;
      this.destination = destination;
      this.number = number;
      this.birth = birth;
      this.issued = issued;
    }
  }

  private static final class Output {
    final Deque<Packet> queue = new ArrayDeque<>();
    final int[] charge = new int[1];
    long busyUntil;
  }

  private final class Router {
    final int number;
    final Packet[] arrivals = new Packet[NODE + 1];
    final List<Output> outputs = List.of(new Output(), new Output(), new Output());

    /** Of the buffer behind the node's port. */
    final int[] charge = new int[1];

    long next;
    long birth;
    long lastIssue = -FLITS;

    Router(int number) {
      this.number = number;
      birth = birthAfter(-1, number, 0);
    }

    void act() {
      for (int port = 0; port <= NODE; port++) {
        if (arrivals[port] != null) {
          outputs.get(output(arrivals[port])).queue.add(arrivals[port]);
          arrivals[port] = null;
        }
      }
      for (int port = 0; port <= NODE; port++) {
        grant(port);
      }
      if (birth <= now() && now() - lastIssue >= FLITS && charge[0] + FLITS <= capacity) {
        issue();
      }
    }

    private int output(Packet packet) {
      if (packet.destination == number) {
        return NODE;
      }
      if (packet.inputPort != NODE) {
        return 1 - packet.inputPort;
      }
      final int up = (packet.destination - number + nodes) % nodes;
      if (number == 0 || packet.destination == 0) {
        return up <= nodes - up ? 0 : 1;
      }
      return packet.destination > number ? 0 : 1;
    }

    private void grant(int port) {
      final Output output = outputs.get(port);
      final boolean room = port == NODE || output.charge[0] + FLITS <= capacity;
      if (output.busyUntil > now() || output.queue.isEmpty() || !room) {
        return;
      }
      final Packet packet = output.queue.remove();
      output.busyUntil = now() + FLITS;
      final int[] left = packet.charge;
      final long wait = packet.inputPort == NODE ? 0 : creditTicks;
      at(now() + FLITS + wait, () -> left[0] -= FLITS);
      if (port == NODE) {
        at(now() + FLITS, () -> deliver(packet));
        return;
      }
      packet.hops++;
      add(HOPS, 1);
      keepBusy(FLITS, BUSY_TICKS);
      packet.charge = output.charge;
      packet.inputPort = 1 - port;
      output.charge[0] += FLITS;
      arriveAt(now() + hopTicks, (number + (port == 0 ? 1 : nodes - 1)) % nodes, packet);
    }

    private void issue() {
      final int destination = pattern.destination(number, next);
      final Packet packet = new Packet(number, destination, next, birth, now());
      packet.charge = charge;
      charge[0] += FLITS;
      lastIssue = now();
      inject(BYTES, 1);
      next++;
      birth = birthAfter(endless ? now() : birth, number, next);
      arriveAt(now() + FLITS, number, packet);
    }
  }

  private final int nodes;
  private final int capacity;
  private final long hopTicks;
  private final long creditTicks;
  private final boolean endless;
  private final boolean atStart;
  private final double rate;
  private final long lastBirth;
  private final ReferencePatterns pattern;
  private final ReferenceDraws draws;
  private final List<Router> routers = new ArrayList<>();

  ReferenceRing(Settings settings, RunPlan run) {
    nodes = (int) settings.integer("machine.nodes");
    capacity = (int) settings.integer("router.vcBytes") / 8;
    hopTicks = settings.integer("link.hopTicks");
    creditTicks = settings.integer("link.creditTicks");
    pattern = ReferencePatterns.of(settings, ReferenceAxes.firstFastest(List.of(nodes)));
    atStart = ReferencePatterns.isAtStart(settings.word("workload.kind"));
    endless = settings.isWord("workload.load") && !atStart;
    rate = endless || atStart ? 0 : settings.number("workload.load") / 8;
    lastBirth = run.sendingTo() - 1;
    draws = new ReferenceDraws(settings.integer("seed"));
    IntStream.range(0, nodes).forEach(number -> routers.add(new Router(number)));
  }

  private long birthAfter(long birth, int node, long number) {
    if (number >= pattern.messages(node)) {
      return NEVER;
    }
    if (endless || atStart) {
      return Math.max(birth, 0);
    }
    final long scale = ReferenceDraws.scale(pattern.rate(rate, node));
    final long next = birth + draws.gap(node, 0, number, scale);
    return next <= lastBirth ? next : NEVER;
  }

  private void arriveAt(long later, int router, Packet packet) {
    at(later, () -> routers.get(router).arrivals[packet.inputPort] = packet);
  }

  private void deliver(Packet packet) {
    deliver(packet.source, packet.destination, 0, packet.number, 0, BYTES);
    respond(packet.birth, packet.issued, packet.hops, 8 + packet.hops * hopTicks + 8);
  }

  @Override
  public long packetsQueued() {
    return routers.stream()
        .flatMap(router -> router.outputs.stream())
        .mapToLong(output -> output.queue.size())
        .sum();
  }

  @Override
  protected void tellBirths(long stopTick) {
    for (int node = 0; node < nodes; node++) {
      long birth = birthAfter(-1, node, 0);
      for (long number = 1; birth < stopTick; number++) {
        bear(birth, 1, BYTES);
        birth = birthAfter(birth, node, number);
      }
    }
  }

  @Override
  public boolean isEndless() {
    return endless;
  }

  @Override
  protected void act() {
    routers.forEach(Router::act);
  }

  @Override
  public long nextEffectTick() {
    return super.nextEffectTick() == NEVER && isSettled() ? NEVER : now() + 1;
  }

  @Override
  public boolean isSettled() {
    return routers.stream().allMatch(router -> router.birth == NEVER);
  }

  @Override
  public void checkConservation() {
    for (Router router : routers) {
      check(router.charge[0]);
      router.outputs.forEach(output -> check(output.charge[0]));
    }
  }

  private void check(int charge) {
    if (charge < 0 || charge > capacity) {
      throw new IllegalStateException(charge + " flits in a buffer of " + capacity);
    }
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (Router router : routers) {
      for (Output output : router.outputs) {
        waiting += output.queue.size();
        report.append("router ").append(router.number).append(": ").append(output.queue.size());
        report.append(" packets wait\n");
      }
    }
    return waiting;
  }
}
