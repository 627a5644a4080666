package io.hopwright.models.reference.cascade;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Jobs (section "Programs" in section "Workloads" of {@code docs/models/cascade.md}). */
class ReferenceCascadeJobs extends ReferenceInterface<ReferenceCascade> {
  /** "One tick is 4/175 ns". */
  static final TickRate TICKS = new TickRate(43_750_000_000L, 1);

  /** {@code P}. */
  static final int PAYLOAD_BYTES = 64;

  static final int NUMBERS_OF_TRANSFER = 4_099;
  static final long NUMBERS = 1L << 29;

  /** Request {@code number} of a transfer, and whether it is its last. */
  record Part(ReferenceTransfer transfer, long number, boolean last) {}

  /** The most ranks of a node, of all jobs. */
  private final int slots;

  /** Transfers of the requests that are not delivered. */
  final IdentityHashMap<ReferenceCascadePacket, Part> parts = new IdentityHashMap<>();

  /** Packets that are not issued; on a failed blade they never are. */
  private final Set<ReferenceCascadePacket> waiting =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /** Requests whose responses have not been delivered. */
  private final IdentityHashMap<ReferenceCascadePacket, ReferenceTransfer> asked =
      new IdentityHashMap<>();

  /** Number of delivered responses of a put. */
  private final IdentityHashMap<ReferenceTransfer, Long> answered = new IdentityHashMap<>();

  /** Transfers of which packets were lost or given up. */
  private final Set<ReferenceTransfer> damaged = new HashSet<>();

  /** {@code j}, by node. */
  private final long[] transfers;

  /** Routers of nodes that have posted in this tick. */
  private final Set<ReferenceAries> posting = new LinkedHashSet<>();

  ReferenceCascadeJobs(ReferenceCascade cascade, Software software, List<PlacedJob> jobs) {
    super(cascade, software, jobs, cascade.config.seed, TICKS);
    transfers = new long[cascade.dragonfly.nodes()];
    slots = jobs.stream().mapToInt(PlacedJob::ranksPerNode).max().orElse(0);
  }

  int slots() {
    return slots;
  }

  /** Returns the routers that must check whether they can issue a packet. */
  Set<ReferenceAries> act(long tick) {
    posting.clear();
    messaging.act(tick);
    return posting;
  }

  @Override
  public long payloadBytes() {
    return PAYLOAD_BYTES;
  }

  /** Returns the tick at which a node fails: ranks on a blade that fails are lost. */
  @Override
  public long failureTick(int node) {
    return machine.faults.bladeFails(machine.dragonfly.seat(node).aries());
  }

  /** Posts a transfer in one queue of the NIC, with its requests one behind the other. */
  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    final int node = transfer.sourceNode();
    final ReferenceRateNic nic = (ReferenceRateNic) posting(node);
    final long packets = transfer.packets(PAYLOAD_BYTES);
    final long j = transfers[node]++;
    for (long i = 0; i < packets; i++) {
      final ReferenceCascadePacket request =
          ReferenceCascadePacket.request(
              node,
              transfer.destinationNode(),
              (NUMBERS_OF_TRANSFER * j + i) % NUMBERS,
              (int) Math.max(1, transfer.packetBytes(i, PAYLOAD_BYTES)),
              tick);
      posted(request, new Part(transfer, i, i == packets - 1));
      nic.post(request);
    }
  }

  /** A request of a transfer is there to be issued. */
  void posted(ReferenceCascadePacket request, Part part) {
    parts.put(request, part);
    waiting.add(request);
  }

  /** Records a post of a node: its router must check whether it can issue a packet. */
  ReferenceNic posting(int node) {
    posting.add(machine.router(machine.dragonfly.seat(node).aries()));
    return machine.nic(node);
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    post(data, tick);
  }

  /** "A transfer has entered the network one tick after its last request was issued". */
  void onIssue(ReferenceCascadePacket request) {
    final Part part = parts.get(request);
    waiting.remove(request);
    if (part.last) {
      final long tick = machine.now() + 1;
      final int aries = machine.dragonfly.seat(request.requester).aries();
      machine.at(tick, machine.router(aries), () -> messaging.entered(part.transfer, tick));
    }
  }

  void deliver(ReferenceCascadePacket request, long tick) {
    final Part part = parts.remove(request);
    if (part.transfer.kind().isOneSided()) {
      asks(request, part.transfer);
    } else {
      messaging.deliver(part.transfer, part.number, tick);
    }
  }

  /** A request is delivered whose response means something. */
  void asks(ReferenceCascadePacket request, ReferenceTransfer transfer) {
    asked.put(request, transfer);
  }

  /** A response is delivered; one that is late means nothing. */
  void deliverResponse(ReferenceCascadePacket response, boolean late, long tick) {
    final ReferenceTransfer transfer = asked.remove(response.question);
    if (transfer != null && !late) {
      answered(transfer, tick);
    }
  }

  /**
   * Records a response: a put is globally complete when the responses of all its requests are
   * delivered.
   */
  void answered(ReferenceTransfer put, long tick) {
    if (answered.merge(put, 1L, Long::sum) == put.packets(PAYLOAD_BYTES)) {
      answered.remove(put);
      messaging.done(put, tick);
    }
  }

  /** Discards a packet. */
  void discard(ReferenceCascadePacket packet) {
    giveUp(packet);
    parts.remove(packet);
    asked.remove(packet.question);
  }

  /** Gives up a request that has timed out, or whose packet is lost. */
  void giveUp(ReferenceCascadePacket packet) {
    final Part part = parts.get(packet);
    final ReferenceTransfer transfer = part == null ? asked.get(packet.question) : part.transfer;
    if (transfer != null) {
      damaged.add(transfer);
    }
  }

  @Override
  public boolean hasLost(ReferenceTransfer transfer) {
    final boolean damages = damaged.contains(transfer);
    final boolean fails = failureTick(transfer.sourceNode()) <= machine.now();
    if (!damages && !fails) {
      return false;
    }
    final List<ReferenceCascadePacket> left =
        parts.keySet().stream().filter(packet -> parts.get(packet).transfer == transfer).toList();
    return (damages || !left.isEmpty())
        && left.stream().allMatch(packet -> fails && waiting.contains(packet))
        && !asked.containsValue(transfer);
  }
}
