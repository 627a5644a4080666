package io.hopwright.models.tnw;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.Transport;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;

/**
 * Ranks of jobs on the nodes of a partition, which exchange messages with neighbours ({@code
 * docs/models/tnw.md}, "Jobs"). Each output has either two senders that issue lines, {@code
 * 2·output} for mail and the next number for data, or an engine that reads for both. A sender
 * serves transfers in order of posting. Packets carry {@link MessageWords} behind the words of all
 * packets.
 *
 * <p>Confined to its partition.
 */
final class NeighbourRanks extends HostUsers implements Transport {
  /** Words of a packet. */
  static final int WORDS = LinkModules.WORDS + MessageWords.WORDS;

  /** Ranks of a node at most: the data of each have a VC. */
  static final int SLOTS = LinkModules.VCS - 1;

  /** The VC of all transfers but data. */
  private static final int MAIL = 0;

  /** Senders of an output: for mail, and for data. */
  static final int SENDERS = 2;

  /** Value of a packet that counts once its notify is in memory. */
  private static final long NOTIFIED = 1;

  private final Messaging.World world;
  private final PacketPool pool;
  private final Messaging messaging;
  private final boolean overtakes;

  /** The node at the far end, negative for none, by port of a node. */
  private final int[] neighbours;

  /** Transfers with lines to be issued, by sender; all transfers whose sent notify has not come. */
  private final LongQueues waiting;

  private final LongQueues leaving;
  private int underWay;

  /** Packets whose notifies have not come, by channel. */
  private final LongQueues landed;

  /** Transfers whose sent notify has come in this tick, by sender. */
  private final int[] left;

  /** Credits of one packet that are due at each receiver. */
  private final int[] creditsDue;

  private final boolean[] acting;

  /** Creates ranks that have sent nothing; receivers have their credits for mail. */
  NeighbourRanks(HostSite site, Messaging.World world) {
    super(site, SENDERS * LinkModules.PORTS, true);
    this.world = world;
    pool = site.pool();
    final Grid grid = site.settings().grid();
    final int ends = nodes.length * LinkModules.PORTS;
    neighbours = new int[ends];
    waiting = new LongQueues(SENDERS * ends);
    leaving = new LongQueues(SENDERS * ends);
    landed = new LongQueues(nodes.length * LinkModules.CHANNELS);
    left = new int[SENDERS * ends];
    creditsDue = new int[ends];
    acting = new boolean[nodes.length];
    boolean pairs = false;
    for (int end = 0; end < ends; end++) {
      neighbours[end] = grid.neighbour(nodes[node(end)], end % LinkModules.PORTS);
      pairs |= grid.extent(end % LinkModules.PORTS / 2) == 2;
      if (neighbours[end] >= 0) {
        for (int credit = 0; credit < host.keys().eagerPackets(); credit++) {
          interfaces.give(channel(end, MAIL), 1);
        }
      }
    }
    overtakes = pairs;
    final JobStatistics statistics = site.settings().jobs().statistics();
    messaging = new Messaging(world, nodes, ranks -> this, statistics, site.measures());
  }

  private static int node(int end) {
    return end / LinkModules.PORTS;
  }

  private static int channel(int end, int vc) {
    return end * LinkModules.VCS + vc;
  }

  // ---------------------------------------------------------------- what ranks post

  /**
   * Returns whether transfers can overtake: only over two links that lead to the same neighbour.
   */
  @Override
  public boolean overtakes() {
    return overtakes;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final long first = messaging.transfers().word(transfer, 0);
    final int output = output(node, transfer, first);
    if (messaging.transfers().asksForData(transfer)) {
      giveCreditForData(output, first, messaging.lengthAskedFor(transfer));
    }
    final int data = reads == null && messaging.transfers().isData(transfer) ? 1 : 0;
    final int sender = SENDERS * output + data;
    leaving.add(sender, transfer);
    underWay++;
    if (reads == null) {
      waiting.add(sender, transfer);
    } else {
      final long posted = messaging.transfers().posted(transfer);
      reads.describe(output, vc(transfer, first), packets(transfer), posted, transfer);
    }
  }

  /** Returns the output over which a transfer goes: of two links that of the message's number. */
  private int output(int node, int transfer, long first) {
    final int destination = messaging.transfers().destination(transfer);
    final int output =
        TnwNeighbours.output(neighbours, node, destination, MessageWords.number(first));
    if (output == Topology.NONE) {
      throw TnwNeighbours.unreachable(
          world.table(),
          nodes[node],
          MessageWords.sourceSlot(first),
          destination,
          MessageWords.slot(first));
    }
    return output;
  }

  private int vc(int transfer, long first) {
    return messaging.transfers().isData(transfer) ? 1 + MessageWords.sourceSlot(first) : MAIL;
  }

  private long packets(int transfer) {
    return packetsOf(messaging.transfers().moved(transfer));
  }

  /** Returns the packets of a transfer of some bytes. */
  static long packetsOf(long bytes) {
    return (bytes + TnwLinks.PACKET_BYTES - 1) / TnwLinks.PACKET_BYTES;
  }

  /** Gives the credit for the data that a transfer asks for, which come over the same link. */
  private void giveCreditForData(int output, long first, long bytes) {
    final boolean alone = neighbours[output] != neighbours[output ^ 1];
    final int receiver = alone ? output : output ^ 1;
    join(channel(receiver, 1 + MessageWords.slot(first)), (int) packetsOf(bytes));
  }

  private void join(int channel, int packets) {
    interfaces.joinDown(
        channel / LinkModules.VCS, TnwInterfaces.item(TnwInterfaces.CREDIT, channel, packets));
  }

  @Override
  public void issued(int packet, long value, long index) {
    final int transfer = (int) value;
    final long left = messaging.transfers().moved(transfer) - index * TnwLinks.PACKET_BYTES;
    final long first = messaging.transfers().word(transfer, 0);
    final long second = messaging.transfers().word(transfer, 1);
    links.setValue(packet, 0);
    pool.setWord(
        packet,
        LinkModules.WORDS,
        MessageWords.withPayload(first, (int) Math.min(TnwLinks.PACKET_BYTES, left)));
    pool.setWord(
        packet, LinkModules.WORDS + 1, index == 0 ? MessageWords.ofHeader(second) : second);
    pool.setWord(packet, LinkModules.WORDS + 2, messaging.transfers().word(transfer, 2));
  }

  /** Handles the end of a description: the message is in flight, and a notify will follow. */
  @Override
  public void completed(int output, long tick) {
    reads.completed(output, tick);
  }

  @Override
  int sentNotify(int output) {
    return left(SENDERS * output);
  }

  /** Phase 1: records that a transfer of a sender is known to have left; returns the node. */
  int left(int sender) {
    left[sender]++;
    return node(sender / SENDERS);
  }

  // ---------------------------------------------------------------- what comes

  @Override
  public void usedUp(int channel, int packet, long tick) {
    landed.add(channel, packet);
    links.setValue(packet, NOTIFIED);
  }

  /** Phase 1: records that the data of a packet are in memory; a notify may follow. */
  void delivered(int packet) {
    if (links.value(packet) != NOTIFIED) {
      count(packet);
    }
  }

  @Override
  int notified(int channel, long tick) {
    count((int) landed.remove(channel));
    if (channel % LinkModules.VCS == MAIL) {
      TnwEvents.scheduleHere(wheel, tick + host.keys().creditTicks(), TnwEvents.CREDIT, channel);
    }
    return channel / LinkModules.CHANNELS;
  }

  private void count(int packet) {
    final int end = links.channel(packet) / LinkModules.VCS;
    messaging.delivered(
        node(end),
        neighbours[end],
        pool.word(packet, LinkModules.WORDS),
        pool.word(packet, LinkModules.WORDS + 1),
        pool.word(packet, LinkModules.WORDS + 2),
        links.birth(packet));
    links.remove(packet);
    acting[node(end)] = true;
  }

  /** Phase 1: records that a credit for mail is due; returns the node. */
  int creditIsDue(int channel) {
    final int receiver = channel / LinkModules.VCS;
    creditsDue[receiver]++;
    return node(receiver);
  }

  // ---------------------------------------------------------------- what nodes do

  @Override
  public void wakeAt(long tick, int node) {
    TnwEvents.scheduleHere(wheel, tick, TnwEvents.RANKS, node);
  }

  /** Phase 1: wakes the ranks of a node and returns it. */
  int wake(int node) {
    acting[node] = true;
    return node;
  }

  @Override
  void act(int node, long tick) {
    if (acting[node]) {
      acting[node] = false;
      messaging.act(node, tick);
    }
    final int first = node * LinkModules.PORTS;
    for (int receiver = first; receiver < first + LinkModules.PORTS; receiver++) {
      for (; creditsDue[receiver] > 0; creditsDue[receiver]--) {
        join(channel(receiver, MAIL), 1);
      }
    }
    final int last = SENDERS * (first + LinkModules.PORTS);
    for (int sender = SENDERS * first; sender < last; sender++) {
      for (; left[sender] > 0; left[sender]--) {
        underWay--;
        messaging.entered(node, (int) leaving.remove(sender), tick);
      }
      if (reads == null) {
        send(sender, tick);
      }
    }
  }

  /** Lets a sender issue its next line. */
  private void send(int sender, long tick) {
    if (!issuers.isBusy(sender)) {
      if (waiting.isEmpty(sender)) {
        return;
      }
      final int transfer = (int) waiting.remove(sender);
      issuers.take(
          sender,
          sender / SENDERS,
          vc(transfer, messaging.transfers().word(transfer, 0)),
          packets(transfer),
          messaging.transfers().posted(transfer),
          transfer,
          tick);
    }
    if (issuers.issue(sender, true, tick) && !issuers.isBusy(sender)) {
      TnwEvents.scheduleHere(wheel, tick + host.lineTicks(), TnwEvents.LEFT, sender);
    }
  }

  /** Returns the ranks. */
  Messaging messaging() {
    return messaging;
  }

  @Override
  int unsettled() {
    return underWay;
  }

  /** Returns whether nothing is posted that has not left. */
  boolean atRest() {
    return underWay == 0 && waiting.areEmpty() && landed.areEmpty();
  }
}
