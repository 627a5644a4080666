package io.hopwright.models.tofu;

import io.hopwright.models.baseline.PacketTrain;
import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.tofu.barriers.Barriers;
import io.hopwright.models.tofu.barriers.ZeroLoadBarriers;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.tni.TniDesign;
import io.hopwright.models.tofu.tni.TniOperation;
import io.hopwright.models.tofu.tni.TniTraffic;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Tofu6D;

/**
 * Tofu at zero load: packets wait only for earlier packets of their stream ({@code
 * docs/models/baseline.md}, "Tofu"). Confined to one run; 8 B per node.
 */
final class TofuZeroLoad implements ZeroLoad {
  private final TniTraffic traffic;
  private final TniDesign design;
  private final int hopTicks;
  private final Grid grid;
  private final int streams;
  private final long maxSequence;
  private final PacketTrain train = new PacketTrain();

  private final ZeroLoadQueues queues;

  // How long the transfer keeps its stream busy, and when the stream is free again.
  private long work;
  private long free;

  /** Number of transfers so far, by node. */
  private final long[] posted;

  /** Null if ranks do nothing by hardware. */
  private final ZeroLoadBarriers barriers;

  TofuZeroLoad(TofuSettings settings, TniTraffic traffic, Communicators communicators) {
    this.traffic = traffic;
    design = settings.tnis();
    hopTicks = settings.hopTicks();
    grid = settings.topology().machine().grid();
    streams = traffic.streams();
    maxSequence = new TofuPacketId(settings.topology().machine()).maxSequence();
    final int nodes = settings.topology().machine().routers();
    queues = new ZeroLoadQueues(nodes * streams);
    posted = new long[nodes];
    barriers =
        settings.barrierOfJobs() == null
            ? null
            : new ZeroLoadBarriers(
                settings.barrierOfJobs(),
                design.generation(),
                nodes,
                communicators,
                this::signalTicks);
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final Primitive primitive = transfers.primitive(transfer);
    final int target = transfers.destination(transfer);
    final long number = posted[node]++;
    final int queue = node * streams + (int) (number % streams);
    final int path = traffic.path(node, target, SendQueues.STRIDE * number & maxSequence);
    final int hops = hops(node, target, path);
    final long bytes = transfers.moved(transfer);
    final long packets = packets(bytes);
    final long ready = tick + design.leadTicks();
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    final long begin = queues.start(queue, beginner, packets, ready);
    train.begin(packets, begin);
    if (primitive == null || primitive == Primitive.PUT) {
      put(bytes, hops, times, primitive == Primitive.PUT);
    } else if (primitive == Primitive.GET) {
      get(bytes, hops, begin, times);
    } else {
      amo(hops, times);
    }
    queues.serve(queue, beginner, packets, work, free);
  }

  private long packets(long bytes) {
    return Math.max(1, (bytes + design.keys().mtuBytes() - 1) / design.keys().mtuBytes());
  }

  private int last(long bytes, long packets) {
    return (int) (bytes - (packets - 1) * design.keys().mtuBytes());
  }

  /**
   * Records that the train has left its interface; returns when the transfer has entered the
   * network.
   */
  private long leave() {
    work = train.work();
    free = train.free();
    return train.lastStart() + 1;
  }

  private void put(long bytes, int hops, TransferTimes times, boolean oneSided) {
    final int last = last(bytes, packets(bytes));
    issue(hops, design.keys().mtuBytes(), last);
    final long entered = leave();
    takeIn(design.keys().mtuBytes(), last);
    if (oneSided) {
      times.operation(train.lastArrival() + acknowledgeTicks(hops), entered);
    } else {
      times.message(train.firstArrival(), train.allArrived(), entered);
    }
  }

  private void amo(int hops, TransferTimes times) {
    final int data = TniOperation.ARMW_BYTES;
    issue(hops, data, data);
    final long entered = leave();
    times.operation(entered - 1 + roundTrip(TniOperation.ARMW, hops, data), entered);
  }

  private void get(long bytes, int hops, long begin, TransferTimes times) {
    final long packets = packets(bytes);
    final int last = last(bytes, packets);
    issue(hops, 0, 0);
    final long entered = leave();
    train.through(design.bus().ticks(0), design.bus().ticks(0) + answerTicks());
    issue(hops, design.keys().mtuBytes(), last);
    takeIn(design.keys().mtuBytes(), last);
    times.operation(
        Math.max(train.allArrived(), throughWindow(packets, last, hops, begin)), entered);
  }

  /**
   * Returns when the last answer is delivered as far as the window allows: a request is not issued
   * before the answer that is a window before its own.
   */
  private long throughWindow(long packets, int last, int hops, long begin) {
    final long windows = (packets - 1) / design.keys().outstanding();
    final long inLast = windows == 0 ? 0 : (packets - 1) % design.keys().outstanding();
    return begin
        + windows * roundTrip(TniOperation.GET, hops, design.keys().mtuBytes())
        + inLast * occupied(design.keys().mtuBytes())
        + roundTrip(TniOperation.GET, hops, last);
  }

  /** Returns the ticks from the issue of a request for some bytes until they are delivered. */
  private long roundTrip(TniOperation operation, int hops, int bytes) {
    return design.zeroLoadTicks(operation, hops, hopTicks, bytes) - design.leadTicks();
  }

  /** Issues packets from an interface; all ports that they pass are busy for as long. */
  private void issue(int hops, int data, int lastData) {
    train.through(
        occupied(data), crossing(hops, data), occupied(lastData), crossing(hops, lastData));
  }

  private long occupied(int data) {
    return Math.max(design.frameTicks(data), design.bus().ticks(data));
  }

  /** Returns the ticks of a packet from its issue until its last byte is in an interface. */
  private long crossing(int hops, int data) {
    return design.injectionTicks()
        + (long) hops * hopTicks
        + design.ejectionTicks()
        + design.frameTicks(data);
  }

  /** Moves packets with data over the bus, if there is one, and delivers them. */
  private void takeIn(int data, int lastData) {
    final int full = design.bus().ticks(data);
    final int last = design.bus().ticks(lastData);
    train.through(full, (long) full + design.tailTicks(), last, (long) last + design.tailTicks());
  }

  /** Returns the ticks from the last byte of a request until its answer is ready. */
  private long answerTicks() {
    return (long) design.receiveTicks() + design.sendTicks();
  }

  private long acknowledgeTicks(int hops) {
    return design.sendTicks() + crossing(hops, 0) + design.bus().ticks(0) + design.receiveTicks();
  }

  /** Returns the links of a packet by way of a path: the twelve nodes of a point are in a row. */
  private int hops(int from, int to, int path) {
    final int first = from - from % Tofu6D.GROUP + path;
    return grid.distance(from, first) + grid.distance(first, to);
  }

  private long signalTicks(int from, int to) {
    final int hops = hops(from, to, traffic.paths().ofSignal(from, to));
    return crossing(hops, Barriers.SIGNAL_BYTES) + design.bus().ticks(Barriers.SIGNAL_BYTES);
  }

  @Override
  public void join(int communicator, long[] ticks) {
    barriers.join(communicator, ticks);
  }
}
