package io.hopwright.models.reference.tofu;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Jobs (section "Programs" in section "Workloads" of {@code docs/models/tofu.md}). */
final class ReferenceTofuJobs extends ReferenceInterface<ReferenceTofu> {
  /** Packet {@code number} of a transfer. */
  private record Part(ReferenceTransfer transfer, long number) {}

  /** Transfers of the packets that are not delivered. */
  private final IdentityHashMap<TofuPacket, Part> parts = new IdentityHashMap<>();

  /** Requests whose answers have not been delivered. */
  private final IdentityHashMap<TofuPacket, ReferenceTransfer> asked = new IdentityHashMap<>();

  /** Number of delivered answers of a transfer. */
  private final IdentityHashMap<ReferenceTransfer, Long> answered = new IdentityHashMap<>();

  /** Channel of a communicator at a node. */
  private record Channel(ReferenceCommunicator communicator, int node) {}

  private final Map<Channel, TofuGate> gates = new HashMap<>();
  private final Map<TofuGate, Channel> channels = new HashMap<>();

  /** Ticks at which channels were posted last. */
  private final Map<TofuGate, Long> posted = new HashMap<>();

  /** Numbers of their posts and completions. */
  private final Map<TofuGate, Long> posts = new HashMap<>();

  private final Map<TofuGate, Long> completions = new HashMap<>();

  /** {@code j}, by node. */
  private final long[] transfers;

  ReferenceTofuJobs(ReferenceTofu machine, Software software, List<PlacedJob> jobs) {
    super(
        machine,
        software,
        jobs,
        machine.parameters.seed,
        new TickRate(machine.parameters.ticksPerSecond, 1));
    transfers = new long[machine.topology.nodes()];
    addBarriers(messaging.communicators().stream().filter(one -> one.nodes().size() > 1).toList());
  }

  /** Adds barriers of communicators with two nodes or more, as only these use the unit. */
  private void addBarriers(List<ReferenceCommunicator> communicators) {
    final List<List<TofuGate>> starts =
        TofuBarrierPlan.ofJobs(
            machine.parameters.generation,
            communicators.stream().map(ReferenceCommunicator::nodes).toList());
    for (int i = 0; i < starts.size(); i++) {
      for (final TofuGate start : starts.get(i)) {
        final Channel channel = new Channel(communicators.get(i), start.node);
        gates.put(channel, start);
        channels.put(start, channel);
      }
    }
  }

  /** Joins a barrier: "a node that joins at t posts its BCH at t". */
  @Override
  public void joins(ReferenceCommunicator communicator, int node, long tick) {
    final TofuGate start = gates.get(new Channel(communicator, node));
    posted.put(start, tick);
    posts.merge(start, 1L, Long::sum);
    machine.router(node).tnis[start.tni].barrierEngine.post(start, tick);
  }

  /** END ends; returns when the channel was posted. */
  long through(TofuGate gate, long tick) {
    final Channel channel = channels.get(gate);
    completions.merge(gate, 1L, Long::sum);
    messaging.through(channel.communicator, channel.node, tick);
    return posted.get(gate);
  }

  /** Returns whether consequences of existing posts are pending. */
  @Override
  public boolean isUnderWay(ReferenceCommunicator communicator) {
    final ToLongFunction<TofuGate> postsOf = start -> posts.getOrDefault(start, 0L);
    final Set<TofuGate> all = new HashSet<>();
    for (final Map.Entry<Channel, TofuGate> start : gates.entrySet()) {
      if (start.getKey().communicator == communicator) {
        addReached(start.getValue(), all);
      }
    }
    return all.stream()
        .anyMatch(
            gate ->
                !gate.hasHeardAll(postsOf)
                    || (!gate.isRelay()
                        && completions.getOrDefault(gate, 0L) < gate.isReached(postsOf)));
  }

  private static void addReached(TofuGate gate, Set<TofuGate> all) {
    if (all.add(gate)) {
      gate.to.forEach(next -> addReached(next, all));
    }
  }

  /** {@code P}. */
  @Override
  public long payloadBytes() {
    return machine.parameters.mtuBytes;
  }

  /** Posts a transfer: "transfer j is message j of the node, in stream j mod (k·c)". */
  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    final TofuNode node = machine.router(transfer.sourceNode());
    final long j = transfers[node.number]++;
    final long stream = j % machine.traffic.streams();
    for (final TofuTni tni : node.tnis) {
      for (final TofuStream own : tni.streams) {
        if (own.number == stream) {
          ((TofuTransferStream) own).post(transfer, j, tick);
        }
      }
    }
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    post(data, tick);
  }

  /** "A transfer has entered the network one tick after its last packet was issued". */
  void onIssue(TofuPacket packet, ReferenceTransfer transfer, long number, boolean last) {
    parts.put(packet, new Part(transfer, number));
    if (last) {
      entersNext(transfer);
    }
  }

  void deliver(TofuPacket packet, long tick) {
    final Part part = parts.remove(packet);
    if (!part.transfer.kind().isOneSided()) {
      messaging.deliver(part.transfer, part.number, tick);
    } else if (packet.answered) {
      asked.put(packet, part.transfer);
    }
  }

  /** An answer is delivered: "globally complete when" those of all that were asked are. */
  void deliverAnswer(TofuPacket packet, long tick) {
    final ReferenceTransfer transfer = asked.remove(packet.question);
    if (transfer == null) {
      return; // an ACK that nobody waits for
    }
    final long answers =
        transfer.kind() == Kind.READ ? TofuTransferStream.packets(transfer, payloadBytes()) : 1;
    if (answered.merge(transfer, 1L, Long::sum) == answers) {
      answered.remove(transfer);
      messaging.done(transfer, tick);
    }
  }
}
