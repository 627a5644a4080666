package io.hopwright.models.cascade;

import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.cascade.aries.AriesDesign;
import io.hopwright.models.cascade.aries.AriesJobs;
import io.hopwright.models.cascade.aries.AriesOperation;
import io.hopwright.models.cascade.aries.ZeroLoadTrees;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transfers;

/**
 * Cascade with Aries NICs at zero load: transfers wait only for earlier transfers of the same rank
 * ({@code docs/models/baseline.md}, "Cascade"). Confined to one run; 8 B per slot of a node.
 */
final class AriesZeroLoad extends DragonflyZeroLoad {
  private final AriesDesign design;
  private final HostBus.Costs bus;
  private final int slots;

  /** Transfers of the rank in each slot. */
  private final ZeroLoadQueues queues;

  /** Block transfers of each slot, which a channel serves one after the other. */
  private final ZeroLoadQueues channels;

  /** Number of transfers so far, by slot. */
  private final long[] posted;

  // Of the transfer: when its last packet is issued, and the way out is free of it.
  private long lastIssue;
  private long outFree;

  /** Null if ranks do nothing by hardware. */
  private final ZeroLoadTrees trees;

  AriesZeroLoad(CascadeSettings settings, Communicators communicators) {
    super(settings);
    design = settings.aries();
    bus = design.bus();
    slots = AriesJobs.slots(settings.jobs().placed());
    final int nodes = settings.topology().dragonfly().nodes();
    queues = new ZeroLoadQueues(nodes * slots);
    channels = new ZeroLoadQueues(nodes * slots);
    posted = new long[nodes * slots];
    trees =
        settings.trees() == null
            ? null
            : new ZeroLoadTrees(design, communicators, nodes, this::toUnitTicks);
  }

  @Override
  public boolean fetches() {
    return true;
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final int queue = node * slots + slot;
    final AriesOperation operation =
        AriesJobs.operation(transfers, transfer, design.keys().mostFmaBytes());
    prepare(
        node,
        transfers.destination(transfer),
        transfers.moved(transfer),
        slots * (SendQueues.STRIDE * posted[queue]++) + slot,
        slots);
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    final long begin = queues.start(queue, beginner, packets, tick);
    final long described = begin + bus.latency();
    final long started = channels.start(queue, beginner, packets, described);
    final long start =
        operation.inBlocks() ? ready(operation, started) : begin + design.keys().openTicks();
    if (operation.reads()) {
      get(operation, start, times);
    } else if (operation.atomic()) {
      amo(operation, start, times);
    } else {
      put(operation, start, transfers.isOneSided(transfer), times);
    }
    if (operation.inBlocks()) {
      final int descriptor = bus.of(AriesDesign.DESCRIPTOR_BYTES);
      channels.serve(queue, beginner, packets, lastIssue - started, lastIssue);
      queues.serve(queue, beginner, packets, descriptor, begin + descriptor);
    } else {
      queues.serve(queue, beginner, packets, outFree - begin, outFree);
    }
  }

  /** Returns when the first packet of a block transfer may be issued that a channel starts. */
  private long ready(AriesOperation operation, long started) {
    final long asking = started + design.keys().engine().startTicks();
    return operation.reads() ? asking : asking + bus.bare() + bus.latency();
  }

  /** Records that the train has left its node. */
  private void leave() {
    lastIssue = train.lastStart();
    outFree = train.free();
  }

  private void put(AriesOperation operation, long start, boolean oneSided, TransferTimes times) {
    final int full = bus.of(CascadePackets.MAX_DATA);
    final int last = bus.of(lastData);
    final int latency = bus.latency();
    train.begin(packets, start);
    issue(start, full);
    train.through(full, design.toRouterTicks(), last, design.toRouterTicks());
    leave();
    crossThere(operation, design.toRouterTicks());
    train.through(full, (long) full + latency, last, (long) last + latency);
    final long there = design.acrossTicks(0) + latency;
    if (!oneSided) {
      times.message(
          first(there + bus.of(firstData())),
          last(there + full, there + last, false),
          lastIssue + 1);
      return;
    }
    final int notice = design.keys().noticeTicks();
    train.through(bus.bare(), (long) design.keys().outTicks() + notice);
    crossBack(operation);
    train.through(bus.bare(), (long) bus.bare() + notice);
    final long both =
        there + design.keys().outTicks() + design.keys().inTicks() + bus.bare() + 2L * notice;
    times.operation(visible(last(both + full, both + last, true)), lastIssue + 1);
  }

  private void get(AriesOperation operation, long start, TransferTimes times) {
    final int full = bus.of(CascadePackets.MAX_DATA);
    final int last = bus.of(lastData);
    final int latency = bus.latency();
    final boolean inBlocks = operation.inBlocks();
    final int asking = inBlocks ? 0 : bus.of(AriesOperation.WORD);
    final int asked = inBlocks ? design.keys().outTicks() : design.toRouterTicks();
    train.begin(packets, start);
    issue(start, asking);
    train.through(asking, asked);
    leave();
    crossThere(operation, asked);
    train.through(bus.bare(), (long) bus.bare() + latency);
    train.through(full, design.toRouterTicks(), last, design.toRouterTicks());
    crossBack(operation);
    train.through(full, (long) full + latency, last, (long) last + latency);
    final long both =
        asked + design.keys().inTicks() + bus.bare() + latency + design.acrossTicks(0) + latency;
    times.operation(visible(last(both + full, both + last, true)), lastIssue + 1);
  }

  /** Adds the times of an atomic operation whose word is in the cache. */
  private void amo(AriesOperation operation, long start, TransferTimes times) {
    final int word = bus.of(AriesOperation.WORD);
    train.begin(packets, start);
    issue(start, word);
    train.through(word, design.toRouterTicks());
    leave();
    crossThere(operation, design.toRouterTicks());
    train.delay((long) design.unitTicks() + design.keys().outTicks());
    crossBack(operation);
    train.delay((long) word + bus.latency());
    final long both =
        design.acrossTicks(0)
            + design.unitTicks()
            + design.keys().outTicks()
            + design.keys().inTicks()
            + word
            + bus.latency();
    times.operation(visible(last(both, both, true)), lastIssue + 1);
  }

  private void crossThere(AriesOperation operation, int toRouterTicks) {
    cross(
        (long) toRouterTicks + design.keys().inTicks(),
        design.keys().inTicks(),
        operation.requestFlits(CascadePackets.MAX_DATA),
        operation.requestFlits(lastData));
  }

  private void crossBack(AriesOperation operation) {
    crossBack(
        design.keys().inTicks(),
        operation.responseFlits(CascadePackets.MAX_DATA),
        operation.responseFlits(lastData));
  }

  /** Returns when the event is visible of a transaction that is complete in a tick. */
  private long visible(long complete) {
    return complete + bus.of(AriesDesign.EVENT_BYTES) + bus.latency();
  }

  // ---------------------------------------------------------------- collectives

  @Override
  public void join(int communicator, long[] ticks) {
    trees.join(communicator, ticks);
  }

  /** Returns the ticks from the issue of a NIC's packet of a collective until it is at a unit. */
  private long toUnitTicks(int from, int to, long issuedBefore) {
    final long id = CascadePacketId.request(from, to, CascadePacketId.MAX_SEQUENCE - issuedBefore);
    return design.keys().outTicks() + (long) links(id) * hopTicks + design.keys().inTicks();
  }
}
