package io.hopwright.models.extoll;

import io.hopwright.models.baseline.PacketTrain;
import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.RoutingTables;
import io.hopwright.models.extoll.units.DeviceDesign;
import io.hopwright.models.extoll.units.DevicePaths;
import io.hopwright.models.extoll.units.NicUnits;
import io.hopwright.models.extoll.units.Staging;
import io.hopwright.models.extoll.units.UnitDesign;
import io.hopwright.models.extoll.units.UnitRanks;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.program.Primitive;

/**
 * EXTOLL at zero load: a transfer of a node by VELO, by RMA, or in stages waits only for earlier
 * transfers of the same node by the same means ({@code docs/models/baseline.md}, "EXTOLL").
 * Confined to one run; 40 B per node that sends nothing.
 */
final class ExtollZeroLoad implements ZeroLoad {
  private static final int NOTIFICATION_BYTES = NicUnits.NOTIFICATION_BYTES;
  private static final int FLUSH_BYTES = UnitRanks.FLUSH_BYTES;

  private final RoutingTables tables;
  private final DeviceDesign design;
  private final DevicePaths paths;
  private final UnitDesign units;
  private final int accelerators;
  private final int hopTicks;
  private final int cellTicks;
  private final int latency;

  /** Null if NICs reach all data. */
  private final Staging staging;

  private final PacketTrain train = new PacketTrain();

  /** Chunks in flight through stages. */
  private final PacketTrain chunks = new PacketTrain();

  // By node: lines of VELO; completions of what RMA reads, and its port for requests; copies out of
  // memory that the NIC does not reach, and what sends chunks.
  private final ZeroLoadQueues lines;
  private final ZeroLoadQueues completions;
  private final ZeroLoadQueues ports;
  private final ZeroLoadQueues copies;
  private final ZeroLoadQueues posts;

  /** Slot whose program begins an operation with the transfer. */
  private int beginner;

  ExtollZeroLoad(ExtollSettings settings) {
    tables = settings.router().tables();
    design = settings.devices();
    paths = new DevicePaths(design, settings.paths());
    units = settings.units();
    accelerators = settings.topology().accelerators();
    hopTicks = settings.hopTicks();
    cellTicks = settings.topology().nic().cellTicks();
    latency = design.keys().latencyTicks();
    staging = settings.paths().staging();
    final int nodes = settings.topology().torus().routers();
    lines = new ZeroLoadQueues(nodes);
    completions = new ZeroLoadQueues(nodes);
    ports = new ZeroLoadQueues(nodes);
    copies = new ZeroLoadQueues(nodes);
    posts = new ZeroLoadQueues(nodes);
  }

  @Override
  public boolean fetches() {
    return true;
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final int target = transfers.destination(transfer);
    final long bytes = transfers.moved(transfer);
    beginner = ZeroLoadQueues.beginner(transfers, transfer);
    if (MessageWords.isFetch(transfers.word(transfer, 0))) {
      get(bytes, node, target, tick, times);
    } else if (transfers.primitive(transfer) == Primitive.PUT) {
      putAndFlush(bytes, node, target, tick, times);
    } else if (!transfers.isData(transfer)) {
      mail(bytes, node, target, tick, times);
    } else if (staging != null && staging.concerns(node, target)) {
      putInChunks(bytes, node, target, tick, times);
    } else {
      put(bytes, node, target, tick, NOTIFICATION_BYTES, true);
      times.message(train.allArrived(), train.allArrived(), entered + 1);
    }
  }

  private boolean isHost(int node) {
    return node >= accelerators;
  }

  private static long packets(long bytes, int most) {
    return Math.max(1, (bytes + most - 1) / most);
  }

  private static int last(long bytes, int most) {
    return (int) (bytes - (packets(bytes, most) - 1) * most);
  }

  // ---------------------------------------------------------------- VELO

  private void mail(long bytes, int node, int target, long tick, TransferTimes times) {
    final int full = UnitRanks.MOST_MAIL;
    final long packets = packets(bytes, full);
    long begin = tick;
    if (hasStagedMail(node)) {
      chunks.begin(1, copies.start(node, beginner, packets, tick));
      chunks.through(staging.ticks(bytes), staging.ticks(bytes) + staging.latencyTicks());
      copies.serve(node, beginner, packets, chunks.work(), chunks.free());
      begin = chunks.lastArrival();
    }
    final int last = last(bytes, full);
    final int line = paths.link(isHost(node)).writeTicks(DeviceDesign.LINE_BYTES);
    final long interval = Math.max(design.keys().lineTicks(), line);
    train.begin(packets, lines.start(node, beginner, packets, begin));
    train.through(
        linesOf(full) * interval,
        (linesOf(full) - 1) * interval + line + latency,
        linesOf(last) * interval,
        (linesOf(last) - 1) * interval + line + latency);
    lines.serve(node, beginner, packets, train.work(), train.free());
    engine();
    cross(node, target, full, last);
    final long enteredAt = train.lastStart() + 1;
    engine();
    final int header = DeviceDesign.MAIL_HEADER_BYTES;
    write(
        paths.link(isHost(target)).writeTicks(header + full),
        paths.link(isHost(target)).writeTicks(header + last),
        0);
    if (hasStagedMail(target)) {
      train.through(
          staging.ticks(full),
          staging.ticks(full) + staging.latencyTicks(),
          staging.ticks(last),
          staging.ticks(last) + staging.latencyTicks());
    }
    times.message(train.firstArrival(), train.allArrived(), enteredAt);
  }

  private boolean hasStagedMail(int node) {
    return staging != null && staging.ofHosts() && staging.isStaged(node);
  }

  private static long linesOf(int bytes) {
    return ((long) DeviceDesign.MAIL_HEADER_BYTES + bytes + DeviceDesign.LINE_BYTES - 1)
        / DeviceDesign.LINE_BYTES;
  }

  // ---------------------------------------------------------------- RMA

  /**
   * Tick at which the last packet of the last put was issued, and tick at which the port was free
   * of it.
   */
  private long entered;

  private long sent;

  /** Tick at which the write of its last data ends at the target. */
  private long written;

  /** Returns when a descriptor that joins in a tick is in the list of RMA. */
  private long listed(int node, long tick) {
    return tick
        + paths.link(isHost(node)).writeTicks(DeviceDesign.DESCRIPTOR_BYTES)
        + latency
        + design.engineTicks();
  }

  /**
   * Puts data: the train arrives when they are in memory.
   *
   * @param notification bytes that are written behind the last of them
   * @param queued whether it waits for what the node has put before
   */
  private void put(long bytes, int node, int target, long tick, int notification, boolean queued) {
    final int full = ExtollCells.MOST_DATA;
    final int last = last(bytes, full);
    final long packets = packets(bytes, full);
    train.begin(packets, listed(node, tick));
    request(node);
    if (queued) {
      train.notBefore(completions.start(node, beginner, packets, train.firstArrival()));
    }
    complete(node, full, last);
    if (queued) {
      completions.serve(node, beginner, packets, train.work(), train.free());
      train.notBefore(ports.start(node, beginner, packets, train.firstArrival()));
    }
    cross(node, target, full, last);
    entered = train.lastStart();
    sent = train.free();
    if (queued) {
      ports.serve(node, beginner, packets, train.work(), train.free());
    }
    engine();
    writeData(target, full, last, notification);
  }

  /** Sends read requests of RMA to memory, which answers them. */
  private void request(int node) {
    final int request = paths.link(isHost(node)).readTicks();
    train.through(request, (long) request + latency + paths.memoryTicks(isHost(node)));
  }

  /** Handles an answer of memory that reaches the NIC. */
  private void complete(int node, int full, int last) {
    final int ofFull = paths.completionTicks(isHost(node), full);
    final int ofLast = paths.completionTicks(isHost(node), last);
    train.through(ofFull, (long) ofFull + latency, ofLast, (long) ofLast + latency);
  }

  private void get(long bytes, int node, int target, long tick, TransferTimes times) {
    final int full = ExtollCells.MOST_DATA;
    final int last = last(bytes, full);
    final long packets = packets(bytes, full);
    train.begin(packets, ports.start(node, beginner, packets, listed(node, tick)));
    cross(node, target, 0, 0);
    ports.serve(node, beginner, packets, train.work(), train.free());
    final long enteredAt = train.lastStart() + 1;
    engine();
    request(target);
    complete(target, full, last);
    cross(target, node, full, last);
    engine();
    writeData(node, full, last, NOTIFICATION_BYTES);
    times.operation(train.lastArrival(), enteredAt);
  }

  /**
   * Adds the times of a put and of a get of a few bytes behind it, which finds its data in memory.
   */
  private void putAndFlush(long bytes, int node, int target, long tick, TransferTimes times) {
    put(bytes, node, target, tick, 0, true);
    final long writtenAt = written;
    final long packets = packets(bytes, ExtollCells.MOST_DATA);
    train.begin(1, ports.start(node, beginner, packets, sent));
    cross(node, target, 0, 0);
    ports.serve(node, beginner, packets, train.work(), train.free());
    final long enteredAt = train.lastStart() + 1;
    engine();
    train.notBefore(writtenAt);
    request(target);
    complete(target, FLUSH_BYTES, FLUSH_BYTES);
    cross(target, node, FLUSH_BYTES, FLUSH_BYTES);
    engine();
    writeData(node, FLUSH_BYTES, FLUSH_BYTES, NOTIFICATION_BYTES);
    times.operation(train.lastArrival(), enteredAt);
  }

  // ---------------------------------------------------------------- stages

  /** Each chunk is a put by itself, between copies where data are staged. */
  private void putInChunks(long bytes, int node, int target, long tick, TransferTimes times) {
    final int full = staging.chunkBytes();
    final int last = last(bytes, full);
    final long packets = packets(bytes, ExtollCells.MOST_DATA);
    chunks.begin(packets(bytes, full), tick);
    if (staging.isStaged(node)) {
      chunks.notBefore(copies.start(node, beginner, packets, tick));
      copy(full, last);
      copies.serve(node, beginner, packets, chunks.work(), chunks.free());
    }
    chunks.notBefore(posts.start(node, beginner, packets, chunks.firstArrival()));
    final long start = staging.chunkTicks();
    final long fullThere =
        chunkTicks(full, node, target, staging.isStaged(target) ? NOTIFICATION_BYTES : 0);
    final long fullIssued = entered;
    final long lastThere = chunkTicks(last, node, target, NOTIFICATION_BYTES);
    chunks.through(
        start + fullIssued + 1, start + fullThere, start + entered + 1, start + lastThere);
    posts.serve(node, beginner, packets, chunks.work(), chunks.free());
    final long enteredAt = chunks.free();
    if (staging.isStaged(target)) {
      copy(full, last);
    }
    times.message(chunks.allArrived(), chunks.allArrived(), enteredAt);
  }

  /**
   * Returns the ticks from a descriptor's joining until its chunk is in memory that the NIC of the
   * target reaches, with the notification behind it.
   */
  private long chunkTicks(int bytes, int node, int target, int notification) {
    put(bytes, node, target, 0, notification, false);
    return train.allArrived();
  }

  private void copy(int full, int last) {
    chunks.through(
        staging.ticks(full),
        staging.ticks(full) + staging.latencyTicks(),
        staging.ticks(last),
        staging.ticks(last) + staging.latencyTicks());
  }

  // ---------------------------------------------------------------- stages of packets

  /** Passes packets through the pipeline of a unit. */
  private void engine() {
    train.through(design.gapTicks(), design.engineTicks());
  }

  /** Moves packets of some data from a unit's port to another one. */
  private void cross(int node, int target, int full, int last) {
    final int hops = tables.hops(node, target);
    train.through(occupied(full), crossing(hops, full), occupied(last), crossing(hops, last));
  }

  private long occupied(int bytes) {
    return ExtollCells.ticks(ExtollCells.of(bytes), cellTicks);
  }

  private long crossing(int hops, int bytes) {
    return units.zeroLoadTicks(hops, hopTicks, (int) occupied(bytes));
  }

  private void writeData(int target, int full, int last, int notification) {
    final boolean host = isHost(target);
    final int behind = notification == 0 ? 0 : paths.link(host).writeTicks(notification);
    final int ofLast = paths.dataTicks(host, last);
    write(paths.dataTicks(host, full), ofLast, behind);
    written = train.lastStart() + ofLast;
  }

  /** Writes packets to memory, and something else right behind the last. */
  private void write(int ofFull, int ofLast, int behind) {
    final long lastTicks = (long) ofLast + behind;
    train.through(ofFull, (long) ofFull + latency, lastTicks, lastTicks + latency);
  }
}
