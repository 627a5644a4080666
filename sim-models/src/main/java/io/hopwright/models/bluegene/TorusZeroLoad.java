package io.hopwright.models.bluegene;

import io.hopwright.models.baseline.PacketTrain;
import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.bluegene.nodes.JobTraffic;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.switching.torusrouter.RouterDesign;

/**
 * Torus at zero load: packets wait only for earlier packets in their injection FIFO ({@code
 * docs/models/baseline.md}, "BlueGene/L"). Confined to one run.
 */
final class TorusZeroLoad implements ZeroLoad {
  private final JobTraffic traffic;
  private final RouterDesign design;
  private final int fifosOfSlot;

  /** Ticks from joining an empty FIFO until a packet may request an output. */
  private final long requestTicks;

  private final PacketTrain train = new PacketTrain();

  private final ZeroLoadQueues fifos;

  /** Number of packets or transfers so far, whichever go in turn, by slot of a node. */
  private final long[] turns;

  TorusZeroLoad(JobTraffic traffic, RouterDesign design) {
    this.traffic = traffic;
    this.design = design;
    fifosOfSlot = JobTraffic.FIFOS / traffic.slots();
    requestTicks = (long) design.timing().headerTicks() + design.timing().arbitrationTicks();
    final int slots = traffic.torus().nodes() * traffic.slots();
    fifos = new ZeroLoadQueues(slots * fifosOfSlot);
    turns = new long[slots];
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final long bytes = transfers.moved(transfer);
    final long packets = Math.max(1, (bytes + JobTraffic.PAYLOAD - 1) / JobTraffic.PAYLOAD);
    final int last = JobTraffic.packetBytes(bytes - (packets - 1) * JobTraffic.PAYLOAD);
    final int hops = hops(node, transfers.destination(transfer));
    final int group = node * traffic.slots() + slot;
    final int pieces = traffic.packetsInTurn() ? (int) Math.min(packets, fifosOfSlot) : 1;
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    long header = 0;
    long whole = 0;
    long entered = 0;
    for (int piece = 0; piece < pieces; piece++) {
      final int fifo = group * fifosOfSlot + (int) ((turns[group] + piece) % fifosOfSlot);
      final long ready = requestTicks + (piece == 0 ? tick : tick + 1);
      train.begin((packets - 1 - piece) / pieces + 1, fifos.start(fifo, beginner, packets, ready));
      send(
          hops,
          (packets - 1 - piece) % pieces == 0 ? last : JobTraffic.packetBytes(JobTraffic.PAYLOAD));
      fifos.serve(fifo, beginner, packets, train.work(), train.free());
      header = piece == 0 ? train.firstArrival() : header;
      whole = Math.max(whole, train.allArrived());
      entered = Math.max(entered, train.lastStart() + 1);
    }
    turns[group] += traffic.packetsInTurn() ? packets : 1;
    times.message(header, whole, entered);
  }

  /** All pass the same link after their FIFO. */
  private void send(int hops, int lastBytes) {
    final int full = JobTraffic.packetBytes(JobTraffic.PAYLOAD);
    final int trailer = design.timing().trailerTicks();
    train.through(
        (long) full + trailer,
        design.zeroLoadTicks(hops, full) - requestTicks,
        (long) lastBytes + trailer,
        design.zeroLoadTicks(hops, lastBytes) - requestTicks);
  }

  /** Returns the hops of all packets between two nodes, whichever way they turn at a tie. */
  private int hops(int from, int to) {
    final long any = traffic.hints().packets().of(from, 0, traffic.trafficClass(), 1);
    return traffic.hints().hops(traffic.torus(), any, from, to);
  }
}
