package io.hopwright.models.reference.tnw;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Section "Jobs" of {@code docs/models/tnw.md}. Confined to the machine's thread. */
final class ReferenceTnwJobs extends ReferenceInterface<ReferenceTnw> {
  private static final long TICKS_PER_SECOND = 1_000_000_000;
  private static final long PACKET_BYTES = 128;
  private static final int MOST_SLOTS = 7;

  /** VC of all transfers except DATA. */
  private static final int CONTROL_VC = 0;

  private final List<TnwNode> nodes;

  /** Credits for VC 0 that are due, by node. */
  private final List<TreeSet<DueCredit>> dueCredits = new ArrayList<>();

  /** New credit for one packet, valid from a tick. */
  private record DueCredit(long tick, int receiver) implements Comparable<DueCredit> {
    @Override
    public int compareTo(DueCredit other) {
      return tick == other.tick
          ? Integer.compare(receiver, other.receiver)
          : Long.compare(tick, other.tick);
    }
  }

  ReferenceTnwJobs(
      ReferenceTnw machine, List<TnwNode> nodes, Software software, List<PlacedJob> jobs) {
    super(machine, software, jobs, machine.parameters.seed, new TickRate(TICKS_PER_SECOND, 1));
    this.nodes = nodes;
    if (messaging.slots() > MOST_SLOTS || software.get()) {
      throw new IllegalArgumentException("more than 7 slots, or a GET that nobody answers");
    }
    for (final TnwNode node : nodes) {
      dueCredits.add(new TreeSet<>());
      for (final TnwReceiver receiver : node.receivers) {
        for (int i = 0; receiver != null && i < machine.parameters.eagerPackets; i++) {
          receiver.addCredit(CONTROL_VC, 1);
        }
      }
    }
  }

  @Override
  public long payloadBytes() {
    return PACKET_BYTES;
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    throw new IllegalStateException("rendezvous is always put");
  }

  /** Posts a transfer of a rank; DATA use the VC of the rank's slot. */
  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    final TnwNode node = nodes.get(transfer.sourceNode());
    if (transfer.kind() == Kind.CTS) {
      giveCreditForData(transfer);
    }
    final int vc =
        transfer.kind() == Kind.DATA ? machine.rules.dataVc(transfer.sourceSlot()) : CONTROL_VC;
    final int port = port(transfer.sourceNode(), transfer.destinationNode(), transfer);
    final TnwCargo cargo = vc == CONTROL_VC ? new Control(transfer) : new Data(transfer);
    node.post(port, vc, Math.toIntExact(transfer.packets(PACKET_BYTES)), cargo);
  }

  /** Gives a credit for data with the posting of a CTS, before the CTS has any other effect. */
  private void giveCreditForData(ReferenceTransfer cts) {
    final int from = cts.destinationNode();
    final int receiver = port(from, cts.sourceNode(), cts) ^ 1;
    final ReferenceTransfer data = messaging.answering(Kind.DATA, cts);
    nodes
        .get(cts.sourceNode())
        .giveCredit(
            receiver,
            machine.rules.dataVc(cts.destinationSlot()),
            Math.toIntExact(data.packets(PACKET_BYTES)));
  }

  /** Returns the port of the link to the destination; in a dimension of 2 one of both. */
  private int port(int from, int to, ReferenceTransfer transfer) {
    final List<Integer> shape = machine.parameters.shape;
    int stride = 1;
    for (int dimension = 0; dimension < shape.size(); dimension++) {
      final int extent = shape.get(dimension);
      final int at = from / stride % extent;
      final int there = to / stride % extent;
      if (at != there) {
        if (from - at * stride != to - there * stride) {
          break;
        }
        if (extent == 2) {
          return 2 * dimension + machine.rules.linkOfTwo(transfer.messageNumber());
        }
        if (Math.floorMod(at + 1, extent) == there) {
          return 2 * dimension;
        }
        if (Math.floorMod(at - 1, extent) == there) {
          return 2 * dimension + 1;
        }
      }
      stride *= extent;
    }
    throw new IllegalStateException(transfer + ": no link joins node " + from + " and node " + to);
  }

  /** Gives the due credits for VC 0, by port. */
  void giveCredits(TnwNode node) {
    final TreeSet<DueCredit> due = dueCredits.get(node.number);
    while (!due.isEmpty() && due.first().tick == machine.now()) {
      node.giveCredit(due.pollFirst().receiver, CONTROL_VC, 1);
    }
  }

  /** Common part of both kinds of transfers. */
  private abstract class Cargo implements TnwCargo {
    private final ReferenceTransfer transfer;

    Cargo(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    /**
     * Records that a transfer "has entered the network one tick after its sent notify is in
     * memory".
     */
    @Override
    public void sent() {
      entersNext(transfer);
    }

    void counts(TnwPacket packet) {
      messaging.deliver(transfer, packet.number - packet.message.firstNumber(), machine.now());
    }
  }

  /**
   * Transfer by control packets ("A packet on VC 0 counts when its received notify is in memory").
   */
  private final class Control extends Cargo {
    Control(ReferenceTransfer transfer) {
      super(transfer);
    }

    @Override
    public void delivered(TnwPacket packet) {}

    @Override
    public void notified(TnwPacket packet) {
      counts(packet);
      if (!machine.rules.returnsCredits()) {
        return;
      }
      final int node = nodes.get(packet.message.source()).neighbour(packet.message.port());
      final long tick = machine.now() + machine.parameters.creditTicks;
      dueCredits.get(node).add(new DueCredit(tick, packet.message.port() ^ 1));
      machine.wake(tick);
    }
  }

  /**
   * Transfer of data. A packet of DATA is delivered when its data are, and the last one when the
   * received notify is.
   */
  private final class Data extends Cargo {
    Data(ReferenceTransfer transfer) {
      super(transfer);
    }

    @Override
    public void delivered(TnwPacket packet) {
      if (!packet.last || !machine.rules.lastCountsWithNotify()) {
        counts(packet);
      }
    }

    @Override
    public void notified(TnwPacket packet) {
      if (!packet.last) {
        throw new IllegalStateException(packet.message + ": a credit ends within it");
      }
      if (machine.rules.lastCountsWithNotify()) {
        counts(packet);
      }
    }
  }
}
