package io.hopwright.models.reference.tnw;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.messaging.ReferenceRank;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * TNW a tick at a time, every node in every tick in which something may happen. For small machines
 * and short runs. Confined to one thread.
 */
public final class ReferenceTnw implements ReferenceMachine {
  private static final long PACKET_BYTES = 128;

  private final TnwParameters parameters;
  private final TnwClock clock = new TnwClock();
  private final TnwCounts counts = new TnwCounts();
  private final List<TnwNode> nodes = new ArrayList<>();

  /** Null unless messages come from programs. */
  private final ReferenceTnwJobs jobs;

  /** A machine with the workload of its keys. */
  ReferenceTnw(TnwParameters parameters) {
    this(parameters, new TnwRules(), null, List.of());
    final TnwPrograms programs = new TnwPrograms(parameters, new ReferenceDraws(parameters.seed));
    nodes.forEach(node -> programs.of(node).forEach(node::add));
  }

  /** A machine without a program. */
  ReferenceTnw(TnwParameters parameters, TnwRules rules) {
    this(parameters, rules, null, List.of());
  }

  /** A machine on which jobs run. */
  ReferenceTnw(TnwParameters parameters, Software software, List<PlacedJob> placed) {
    this(parameters, new TnwRules(), software, placed);
  }

  /** A machine on which jobs run that plays by other rules. */
  ReferenceTnw(
      TnwParameters parameters, TnwRules rules, Software software, List<PlacedJob> placed) {
    this.parameters = parameters;
    final TnwMachineParts parts =
        new TnwMachineParts(parameters, rules, clock, counts, new ReferenceDraws(parameters.seed));
    final int size = parameters.shape.stream().reduce(1, Math::multiplyExact);
    for (int node = 0; node < size; node++) {
      nodes.add(new TnwNode(node, parts));
    }
    for (final TnwNode node : nodes) {
      for (int port = 0; port < TnwNode.PORTS; port++) {
        if (parameters.shape.get(port / 2) > 1) {
          node.receivers[port] = new TnwReceiver(node.number, port, parts);
        }
      }
    }
    for (final TnwNode node : nodes) {
      for (int port = 0; port < TnwNode.PORTS; port++) {
        if (node.receivers[port] != null) {
          final TnwReceiver far = neighbour(node, port).receivers[port ^ 1];
          node.outputs[port] = new TnwOutput(node.number, port, far, parts);
        }
      }
    }
    for (final TnwNode node : nodes) {
      for (int port = 0; port < TnwNode.PORTS; port++) {
        if (node.receivers[port] != null) {
          node.receivers[port].connect(node.outputs[port], neighbour(node, port).outputs[port ^ 1]);
          node.connect(port, neighbour(node, port).number);
        }
      }
    }
    jobs = software == null ? null : new ReferenceTnwJobs(nodes, parts, software, placed);
  }

  private TnwNode neighbour(TnwNode node, int port) {
    final int kx = parameters.shape.get(0);
    final int ky = parameters.shape.get(1);
    final int[] at = {node.number % kx, node.number / kx % ky, node.number / kx / ky};
    final int extent = parameters.shape.get(port / 2);
    at[port / 2] = Math.floorMod(at[port / 2] + (port % 2 == 0 ? 1 : -1), extent);
    return nodes.get(at[0] + kx * (at[1] + ky * at[2]));
  }

  /** Gives a node one more thread. */
  void run(int node, Iterator<TnwOperation> program) {
    nodes.get(node).add(program);
  }

  TnwNode node(int number) {
    return nodes.get(number);
  }

  /** Returns the ranks of all jobs. */
  List<ReferenceRank> ranks() {
    return jobs.messaging().ranks();
  }

  TnwCounts statistics() {
    return counts;
  }

  @Override
  public void measuredBy(ReferenceStatistics statistics) {
    counts.measuredBy(statistics);
    if (!isEndless()) {
      new TnwPrograms(parameters, new ReferenceDraws(parameters.seed))
          .tellBirths(nodes.size(), statistics);
    }
  }

  @Override
  public boolean isEndless() {
    return parameters.kind != TnwParameters.Kind.NEIGHBOURS || parameters.load == null;
  }

  @Override
  public long ranksRunning() {
    return jobs == null ? 0 : jobs.messaging().ranksRunning();
  }

  @Override
  public long operationsDone() {
    return jobs == null ? 0 : jobs.messaging().operationsDone();
  }

  @Override
  public boolean isHalted() {
    return jobs != null && jobs.messaging().isHalted(clock.tick);
  }

  @Override
  public ReferenceJobNumbers jobs() {
    return jobs == null ? ReferenceJobNumbers.NONE : jobs.messaging().numbersAt(clock.tick);
  }

  @Override
  public long tick() {
    return clock.tick;
  }

  @Override
  public void run(long stopTick) {
    while (nextEffectTick() < stopTick) {
      clock.tick = nextEffectTick();
      simulate();
    }
    clock.tick = Math.max(clock.tick, stopTick);
  }

  /** Does what {@link #run} does, and looks at all ticks in which nothing should happen. */
  void runEveryTick(long stopTick) {
    while (clock.tick < stopTick) {
      simulate();
    }
  }

  private void simulate() {
    clock.apply();
    if (jobs != null) {
      jobs.messaging().act(clock.tick);
    }
    nodes.forEach(node -> node.step(jobs));
    clock.tick++;
  }

  @Override
  public long nextEffectTick() {
    return jobs == null
        ? clock.next()
        : Math.max(clock.tick, Math.min(clock.next(), jobs.messaging().nextTick()));
  }

  @Override
  public boolean isSettled() {
    return nodes.stream().allMatch(TnwNode::isSilent);
  }

  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> all = new LinkedHashMap<>(counts.values());
    all.put(DUE, counts.injected);
    all.put(INJECTED, counts.injected);
    all.put(DELIVERED, counts.delivered);
    all.put(BYTES_INJECTED, PACKET_BYTES * counts.injected);
    all.put(BYTES_DELIVERED, PACKET_BYTES * counts.delivered);
    all.put(HOPS, counts.get("transmissions"));
    all.put(TIMED, counts.delivered);
    all.put(TIMED_HOPS, counts.delivered);
    all.put(RESPONSE_TICKS, counts.responseTicks);
    return all;
  }

  /** Nothing is measured of buffers. */
  @Override
  public void checkConservation() {
    for (final TnwNode node : nodes) {
      for (final TnwOutput output : node.outputs) {
        if (output != null) {
          check(output);
        }
      }
    }
  }

  private void check(TnwOutput output) {
    final boolean held =
        output.txBuffer.size() <= parameters.windowPackets
            && output.freeSlots >= 0
            && output.freeSlots <= parameters.injectPackets;
    for (int vc = 0; vc < 8; vc++) {
      if (!held || output.charge(vc) < 0 || output.charge(vc) > parameters.receivePackets) {
        throw new IllegalStateException(
            "node " + output.node + " port " + output.port + " VC " + vc + " tick " + clock.tick);
      }
    }
  }

  @Override
  public long digest() {
    return counts.digest + (jobs == null ? 0 : jobs.messaging().digest());
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    nodes.forEach(node -> node.describe(report));
    final long ranks = jobs == null ? 0 : jobs.messaging().describeWaiting(report);
    return ranks + counts.injected - counts.delivered;
  }
}
