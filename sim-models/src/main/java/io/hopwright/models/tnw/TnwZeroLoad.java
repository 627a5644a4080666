package io.hopwright.models.tnw;

import io.hopwright.models.baseline.TransferTimes;
import io.hopwright.models.baseline.ZeroLoad;
import io.hopwright.models.baseline.ZeroLoadQueues;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Transfers;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;

/**
 * TNW at zero load: lines wait only for earlier lines of the same sender, reads only for earlier
 * reads of the same output ({@code docs/models/baseline.md}, "TNW"). Confined to one run; 24 B per
 * node.
 */
final class TnwZeroLoad implements ZeroLoad {
  private static final int SENDERS = NeighbourRanks.SENDERS;

  private final JobTable table;
  private final TnwHost host;
  private final TnwLinks links;
  private final boolean reads;

  /** The node at the far end, negative for none, by port of each node. */
  private final int[] neighbours;

  /** Queues by sender; with reads, those of an output are its first one's. */
  private final ZeroLoadQueues senders;

  // Of the transfer: when its first packet may start on the link, and its last; when its sender
  // knows that it has left.
  private long firstStart;
  private long lastStart;
  private long left;

  TnwZeroLoad(TnwSettings settings, JobTable table) {
    this.table = table;
    host = settings.host();
    links = settings.links();
    reads = host.way() == TnwHost.Way.NGET;
    final Grid grid = settings.grid();
    final int ends = grid.routers() * LinkModules.PORTS;
    neighbours = new int[ends];
    senders = new ZeroLoadQueues(ends * SENDERS);
    for (int end = 0; end < ends; end++) {
      neighbours[end] = grid.neighbour(end / LinkModules.PORTS, end % LinkModules.PORTS);
    }
  }

  @Override
  public void post(
      Transfers transfers, int transfer, int node, int slot, long tick, TransferTimes times) {
    final boolean data = transfers.isData(transfer);
    final int output = output(transfers, transfer, node);
    final long packets = NeighbourRanks.packetsOf(transfers.moved(transfer));
    final int beginner = ZeroLoadQueues.beginner(transfers, transfer);
    if (reads) {
      read(packets, beginner, SENDERS * output, tick);
    } else {
      write(packets, beginner, SENDERS * output + (data ? 1 : 0), tick);
    }
    final long last = Math.max(lastStart, acknowledged(packets)) + arrivalTicks();
    final long notified = host.dataTicks();
    times.message(
        firstStart + arrivalTicks() + (data && packets > 1 ? 0 : notified),
        last + notified,
        left + 1);
  }

  private int output(Transfers transfers, int transfer, int node) {
    final long first = transfers.word(transfer, 0);
    final int destination = transfers.destination(transfer);
    final int output =
        TnwNeighbours.output(neighbours, node, destination, MessageWords.number(first));
    if (output == Topology.NONE) {
      throw TnwNeighbours.unreachable(
          table, node, MessageWords.sourceSlot(first), destination, MessageWords.slot(first));
    }
    return output;
  }

  /** Lines are issued one by one. */
  private void write(long packets, int beginner, int sender, long tick) {
    final long interval = Math.max(host.lineTicks(), host.downLineTicks());
    final long ofPacket = host.way().linesPerPacket() * interval;
    final long begin = senders.start(sender, beginner, packets, tick);
    final long lastLine = begin + packets * ofPacket - interval;
    senders.serve(sender, beginner, packets, packets * ofPacket, lastLine + interval);
    // A line is issued once the one before it has started; it may start later, at the server.
    left = Math.max(tick, lastLine - interval + host.lineTicks()) + host.lineTicks();
    firstStart = begin + ofPacket - interval + host.crossTicks() + links.injectTicks();
    lastStart = firstStart + (packets - 1) * Math.max(ofPacket, TnwLinks.PACKET_TICKS);
  }

  /** Reads packets, up to four at a time. */
  private void read(long packets, int beginner, int sender, long tick) {
    final int completion = TnwHost.completionTicks();
    final long most = ReadEngines.MOST_PACKETS;
    final long there = 2L * host.crossTicks();
    final long described = tick + host.crossTicks();
    final long begin = senders.start(sender, beginner, packets, described);
    final long lastRead = (packets - 1) / most;
    final long inLastRead = (packets - 1) % most;
    final long cycle = there + (most - 1) * completion + host.keys().gapTicks();
    final long firstOfLastRead = begin + lastRead * cycle + there;
    final long lastThere = firstOfLastRead + inLastRead * completion;
    final long mayReadAgain = lastThere + host.keys().gapTicks();
    senders.serve(sender, beginner, packets, mayReadAgain - begin, mayReadAgain);
    left = lastThere + host.crossTicks();
    firstStart = begin + there + links.injectTicks();
    lastStart =
        Math.max(
            firstStart + (packets - 1) * TnwLinks.PACKET_TICKS,
            links.injectTicks()
                + Math.max(firstOfLastRead + inLastRead * TnwLinks.PACKET_TICKS, lastThere));
  }

  /** Returns when the last packet starts as far as the window of the link allows. */
  private long acknowledged(long packets) {
    final long roundTrip = (long) links.checkTicks() + links.feedbackTicks();
    return firstStart + (packets - 1) / links.windowPackets() * roundTrip;
  }

  /** Returns the ticks from the start of a packet on the link until its data are in memory. */
  private long arrivalTicks() {
    return (long) links.checkTicks() + links.acceptTicks() + host.crossTicks();
  }
}
