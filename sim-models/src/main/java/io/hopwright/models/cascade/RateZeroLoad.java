package io.hopwright.models.cascade;

import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.nic.NicDesign;
import io.hopwright.models.messaging.ranks.SendQueues;
import io.hopwright.models.messaging.ranks.Transfers;

/**
 * Cascade at zero load whose NICs are modelled by two rates: requests wait only for earlier
 * requests of the same node ({@code docs/models/baseline.md}, "Cascade"). Confined to one run; 16 B
 * per node.
 */
final class RateZeroLoad extends DragonflyZeroLoad {
  private final NicDesign design;
  private final int[] hostTicks;

  /** Requests on their way out, by node. */
  private final ZeroLoadQueues queues;

  /** Number of transfers so far, by node. */
  private final long[] posted;

  RateZeroLoad(CascadeSettings settings) {
    super(settings);
    design = settings.nics();
    hostTicks = design.requestHostTicks();
    final int nodes = settings.topology().dragonfly().nodes();
    queues = new ZeroLoadQueues(nodes);
    posted = new long[nodes];
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    prepare(
        node,
        transfers.destination(transfer),
        transfers.moved(transfer),
        SendQueues.STRIDE * posted[node]++,
        1);
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    final long start = queues.start(node, beginner, packets, tick);
    final int full = hostTicks[CascadePackets.MAX_DATA];
    final int last = hostTicks[lastData];
    train.begin(packets, start);
    issue(start, full);
    train.through(full, design.injectionTicks(), last, design.injectionTicks());
    queues.serve(node, beginner, packets, train.work(), train.free());
    final long entered = train.lastStart() + 1;
    final long there = (long) design.injectionTicks() + design.ejectionTicks();
    cross(
        there,
        design.ejectionTicks(),
        CascadePackets.requestFlits(CascadePackets.MAX_DATA),
        CascadePackets.requestFlits(lastData));
    train.through(full, full, last, last);
    if (!transfers.isOneSided(transfer)) {
      times.message(
          first(there + hostTicks[firstData()]), last(there + full, there + last, false), entered);
      return;
    }
    final int response = CascadePackets.RESPONSE_HOST_TICKS;
    train.through(response, design.injectionTicks());
    crossBack(design.ejectionTicks(), CascadePackets.RESPONSE_FLITS, CascadePackets.RESPONSE_FLITS);
    train.through(response, response);
    final long both = 2 * there + response;
    times.operation(last(both + full, both + last, true), entered);
  }
}
