package io.hopwright.models.reference.messaging;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceRanks;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All ranks of a machine, and the messaging between them and the network interfaces: {@code
 * docs/models/messaging.md}.
 *
 * <p>In each tick the machine calls {@link #entered} and {@link #deliver} for events, then {@link
 * #act}. Confined to one thread.
 */
public final class ReferenceMessaging implements ReferenceRanks {
  private static final int CLASS = 255;
  private static final int KIB = 1024;

  final Software software;
  final ReferenceDraws draws;
  final TickRate rate;
  private final ReferenceInterface<?> network;

  /** Steps until the current action. */
  ReferenceStep now;

  final ReferenceCollectives collectives = new ReferenceCollectives();
  private final ReferenceFlows flows = new ReferenceFlows();
  final ReferenceJoins joins = new ReferenceJoins(this);

  /** Ranks by job, in their order. */
  private final Map<Integer, List<ReferenceRank>> ranks = new TreeMap<>();

  /** Ranks of each node by slot. */
  private final Map<Integer, List<ReferenceRank>> nodes = new TreeMap<>();

  /** Ticks in which ranks have something to do. */
  private final TreeSet<Long> wakes = new TreeSet<>();

  /** Deliveries within nodes, by tick. */
  private final TreeMap<Long, List<ReferenceTransfer>> localDeliveries = new TreeMap<>();

  /** Tick from which the channel of a pair of slots is free: node, slot, slot. */
  private final Map<List<Integer>, Long> channelFree = new HashMap<>();

  /** Transfers that became visible or count in this tick, by node. */
  private final Map<Integer, List<ReferenceTransfer>> counting = new TreeMap<>();

  /** Whether anything has happened since the last tick that was simulated. */
  private boolean touched;

  /** Transfers posted, without those of jobs in the background; some of them are over. */
  private final ArrayDeque<ReferenceTransfer> posted = new ArrayDeque<>();

  /** Ranks that have not ended and are not lost, without those of jobs in the background. */
  private long ranksRunning;

  private long operationsDone;
  private long digest;

  /**
   * Creates the ranks of all jobs.
   *
   * @param rate ticks of the machine per second
   * @throws IllegalArgumentException if a node has ranks of two jobs
   */
  public ReferenceMessaging(
      Software software,
      List<PlacedJob> jobs,
      long seed,
      TickRate rate,
      ReferenceInterface<?> network) {
    this.software = software;
    draws = new ReferenceDraws(seed);
    this.rate = rate;
    this.network = network;
    for (final PlacedJob job : jobs) {
      final List<ReferenceRank> ofJob = new ArrayList<>();
      for (int rank = 0; rank < job.ranks(); rank++) {
        final List<ReferenceRank> ofNode =
            nodes.computeIfAbsent(job.nodeOfRank()[rank], unseen -> new ArrayList<>());
        if (!ofNode.isEmpty() && ofNode.get(0).job.number() != job.number()) {
          throw new IllegalArgumentException(
              ofNode.get(0) + " and ranks of job " + job.name() + "; a node has those of one job");
        }
        final ReferenceRank placed = new ReferenceRank(this, job, rank, ofNode.size());
        ofNode.add(placed);
        ofJob.add(placed);
      }
      ranks.put(job.number(), ofJob);
      joins.add(job, ofJob);
      ranksRunning += job.background() ? 0 : job.ranks();
      wakes.add(job.startTick());
    }
    nodes.keySet().stream()
        .map(network::failureTick)
        .filter(tick -> tick != Long.MAX_VALUE)
        .forEach(wakes::add);
  }

  // ----------------------------------------------------------------------------------- ticks

  /** Returns {@code M(b, r)}, in which the first byte is free. */
  public static long firstFreeTicks(long bytes, long ticksPerKib) {
    return perKibTicks(Math.max(bytes - 1, 0), ticksPerKib);
  }

  /** {@code ⌈b·r / 1024⌉}. */
  static long perKibTicks(long bytes, long ticksPerKib) {
    return Math.floorDiv(
        Math.addExact(Math.multiplyExact(bytes, ticksPerKib), KIB - 1), (long) KIB);
  }

  /** Returns the transfer that answers a transfer of a one-sided operation. */
  public ReferenceTransfer answering(Kind kind, ReferenceTransfer asking) {
    return transfer(kind, asking.message);
  }

  @Override
  public long nextTick() {
    final long wake = wakes.isEmpty() ? Long.MAX_VALUE : wakes.first();
    final long local = localDeliveries.isEmpty() ? Long.MAX_VALUE : localDeliveries.firstKey();
    return touched ? Long.MIN_VALUE : Math.min(Math.min(wake, local), joins.nextTick());
  }

  /** Schedules an evaluation of ranks at a tick. */
  public void wake(long tick) {
    wakes.add(tick);
  }

  /** Lets ranks act in a tick, node by node, after packets were delivered. */
  @Override
  public void act(long tick) {
    if (nextTick() > tick) {
      return;
    }
    while (!localDeliveries.isEmpty() && localDeliveries.firstKey() <= tick) {
      localDeliveries.pollFirstEntry().getValue().forEach(one -> arrives(one, true, true, tick));
    }
    joins.act(tick);
    for (final Map.Entry<Integer, List<ReferenceRank>> node : nodes.entrySet()) {
      if (hasFailed(node.getKey(), tick)) {
        node.getValue().forEach(rank -> lose(rank, tick));
      } else {
        goThrough(counting.getOrDefault(node.getKey(), List.of()), tick);
        network.beforeProcessors(node.getKey(), tick);
        node.getValue().forEach(rank -> rank.act(tick));
      }
    }
    counting.clear();
    touched = false;
    wakes.headSet(tick, true).clear();
  }

  /**
   * Returns whether a node's blade has failed: from that tick on nothing counts for ranks there.
   */
  boolean hasFailed(int node, long tick) {
    return tick >= network.failureTick(node);
  }

  /** Returns the tick at which a node fails; {@code Long.MAX_VALUE} if it does not. */
  long failureTick(int node) {
    return network.failureTick(node);
  }

  private void lose(ReferenceRank rank, long tick) {
    if (rank.isRunning()) {
      rank.lose(tick);
      ranksRunning -= rank.job.background() ? 0 : 1;
    }
  }

  /**
   * Handles transfers in the order of (receiving slot, sending rank, number of the message, kind).
   */
  private void goThrough(List<ReferenceTransfer> ofNode, long tick) {
    final List<ReferenceTransfer> inOrder = new ArrayList<>(ofNode);
    inOrder.sort(
        Comparator.comparingInt((ReferenceTransfer one) -> one.to.slot)
            .thenComparingInt(one -> one.from.rank)
            .thenComparingLong(one -> one.message.number)
            .thenComparing(one -> one.kind));
    for (final ReferenceTransfer one : inOrder) {
      now = one.arrivedAt(tick);
      if (one.kind.isOneSided()) {
        network.arrives(one, tick);
      } else if (one.kind == Kind.GET) {
        answer(transfer(Kind.DATA, one.message), tick);
      } else {
        one.to.arrives(one, tick);
      }
    }
  }

  private void answer(ReferenceTransfer data, long tick) {
    data.posted(tick);
    note(data);
    if (data.isWithinNode()) {
      postWithinNode(data, tick);
    } else {
      network.answer(data, tick);
    }
  }

  // ---------------------------------------------------------------- collectives by hardware

  /** Returns the communicators that perform collectives by hardware, in order of their numbers. */
  public List<ReferenceCommunicator> communicators() {
    return List.copyOf(joins.communicators());
  }

  /** A node of two or more joins. */
  void joins(ReferenceCommunicator communicator, int node, long tick) {
    network.joins(communicator, node, tick);
  }

  /** Records that a node has completed a collective by hardware; call it before {@link #act}. */
  public void through(ReferenceCommunicator communicator, int node, long tick) {
    if (hasFailed(node, tick)) {
      return;
    }
    touched = true;
    joins.through(communicator, node, tick);
  }

  /** A join is complete. */
  void joined(ReferenceRequest join, long tick) {
    touched = true;
    now = joins.chainOf(join, tick);
    join.complete(tick);
    digest += word(join.rank, join.operation, tick);
  }

  // ------------------------------------------------------------------------------- transfers

  ReferenceTransfer transfer(Kind kind, ReferenceMessage message) {
    return new ReferenceTransfer(kind, message, software.headerBytes());
  }

  ReferenceRank rank(PlacedJob job, int rank) {
    return ranks.get(job.number()).get(rank);
  }

  boolean canSend(ReferenceTransfer transfer, long tick) {
    return canSend(transfer.from, transfer.to, tick);
  }

  /** Returns whether a processor may begin to send: within a node always. */
  boolean canSend(ReferenceRank from, ReferenceRank to, long tick) {
    return from.node == to.node || network.canSend(from.node, tick);
  }

  boolean canTakeIn(ReferenceTransfer transfer, long tick) {
    return transfer.isWithinNode() || network.canTakeIn(transfer.to.node, tick);
  }

  /** Returns the time of an arrival for its bytes. */
  long takingInTicks(ReferenceTransfer transfer) {
    final long ticks = firstFreeTicks(transfer.dataBytes(), software.byteTicks());
    return transfer.isWithinNode() ? ticks : network.bytesTicks(transfer, ticks);
  }

  void takingInBegins(ReferenceTransfer transfer, long tick) {
    if (!transfer.isWithinNode()) {
      network.takesIn(transfer, tick);
    }
  }

  /** The piece of work that sends a transfer begins. */
  void sendingBegins(ReferenceTransfer transfer, long tick) {
    if (!transfer.isWithinNode() && network.postsAtBeginning()) {
      post(transfer, tick);
    }
  }

  /** The piece of work that sends a transfer ends. */
  void sendingEnds(ReferenceTransfer transfer, long tick) {
    if (transfer.isWithinNode() || !network.postsAtBeginning()) {
      post(transfer, tick);
    }
    if (!transfer.isWithinNode()) {
      network.sent(transfer, tick);
    }
  }

  private void post(ReferenceTransfer transfer, long tick) {
    if (transfer.kind.hasEnvelope() || transfer.kind.isOneSided()) {
      transfer.message.posted(tick);
    }
    transfer.posted(tick);
    if (transfer.kind == Kind.FIN) {
      transfer.message.finPosted(tick);
    }
    note(transfer);
    if (transfer.isWithinNode()) {
      postWithinNode(transfer, tick);
    } else {
      network.post(transfer, tick);
    }
  }

  private void note(ReferenceTransfer transfer) {
    if (!transfer.from.job.background()) {
      posted.add(transfer);
    }
  }

  /**
   * Posts a transfer within a node; each pair (slot, slot) has a channel that carries one transfer
   * after the other.
   */
  private void postWithinNode(ReferenceTransfer transfer, long tick) {
    final List<Integer> channel = List.of(transfer.from.node, transfer.from.slot, transfer.to.slot);
    final long begin = Math.max(tick, channelFree.getOrDefault(channel, 0L));
    final long end =
        begin
            + software.localTicks()
            + perKibTicks(transfer.lengthBytes(), software.localByteTicks());
    channelFree.put(channel, end);
    localDeliveries.computeIfAbsent(end, unseen -> new ArrayList<>()).add(transfer);
  }

  /**
   * Records that the put, get or amo of a transfer is globally complete; call it before ranks act.
   */
  public void done(ReferenceTransfer transfer, long tick) {
    final ReferenceMessage message = transfer.message;
    transfer.done = true;
    if (hasFailed(message.from.node, tick)) {
      return;
    }
    touched = true;
    now = message.doneAt(word(message), tick);
    message.from.finished(message, tick);
    digest += word(message.from, message.send.operation, tick);
  }

  /** The kind of transfer with which a one-sided operation began. */
  private static String word(ReferenceMessage message) {
    return message.send.word;
  }

  /** Records that DATA or a PUT has entered the network; call it before {@link #act}. */
  public void entered(ReferenceTransfer data, long tick) {
    if (hasFailed(data.from.node, tick)) {
      return;
    }
    if (!data.isWithinNode() && network.postsAtBeginning()) {
      now = data.from.chain();
    } else {
      now = data.arrivedAt(tick);
    }
    if (data.kind == Kind.PUT && data.message.local != null) {
      touched = true;
      data.message.local.complete(tick);
    }
    if (data.kind != Kind.DATA) {
      return;
    }
    touched = true;
    if (!software.get()) {
      data.message.send.complete(tick);
    }
  }

  /**
   * Handles the arrival of the data requested by a GET, if interfaces read memory by themselves:
   * DATA count.
   */
  public void fetched(ReferenceTransfer get, long tick) {
    get.delivered = true;
    final ReferenceTransfer data = transfer(Kind.DATA, get.message);
    data.follows(get);
    arrives(data, false, true, tick);
  }

  /** Records the delivery of a packet of a transfer from another node. */
  public void deliver(ReferenceTransfer transfer, long packet, long tick) {
    final boolean all = transfer.deliver(transfer.packets(network.payloadBytes(transfer)));
    arrives(transfer, packet == 0, all, tick);
  }

  /** The header of a transfer, or all of it, has come. */
  private void arrives(ReferenceTransfer transfer, boolean header, boolean all, long tick) {
    transfer.delivered |= all;
    if (hasFailed(transfer.to.node, tick)) {
      return;
    }
    touched = true;
    if (transfer.isWithinNode()) {
      entered(transfer, tick);
      if (transfer.kind.isOneSided()) {
        done(transfer, tick);
        return;
      }
    }
    if (transfer.kind.hasEnvelope() && (comesIntoMailbox(transfer) ? all : header)) {
      becomeVisible(transfer);
    }
    if (transfer.kind == Kind.EAGER && all) {
      transfer.message.complete = true;
      now = transfer.arrivedAt(tick);
      if (transfer.message.receive != null) {
        received(transfer.message.receive, tick);
      }
    }
    if (!transfer.kind.hasEnvelope() && all) {
      count(transfer);
    }
  }

  /** Returns whether it is of those that come "from another node" to a machine with mailboxes. */
  private boolean comesIntoMailbox(ReferenceTransfer transfer) {
    return software.mailboxBytes() > 0 && transfer.kind.hasEnvelope() && !transfer.isWithinNode();
  }

  /** {@code C(b)}: "the processor copies the message out of the mailbox". */
  long mailboxTicks(ReferenceTransfer transfer) {
    if (!comesIntoMailbox(transfer)) {
      return 0;
    }
    final int inHeader = Math.max(0, software.mailboxBytes() - software.headerBytes());
    return perKibTicks(Math.max(0, transfer.dataBytes() - inHeader), software.copyTicks());
  }

  /**
   * Makes a message visible when its header packet is delivered, or all of its packets, and all
   * earlier messages of its pair are visible.
   */
  private void becomeVisible(ReferenceTransfer transfer) {
    final ReferenceRank to = transfer.to;
    final int from = transfer.from.rank;
    final Map<Long, ReferenceTransfer> headers =
        to.headersFrom.computeIfAbsent(from, unseen -> new TreeMap<>());
    headers.put(transfer.message.numberInPair, transfer);
    long visible = to.visibleFrom.getOrDefault(from, 0L);
    while (headers.containsKey(visible)) {
      count(headers.remove(visible));
      visible++;
    }
    to.visibleFrom.put(from, visible);
  }

  private void count(ReferenceTransfer transfer) {
    counting.computeIfAbsent(transfer.to.node, unseen -> new ArrayList<>()).add(transfer);
  }

  // -------------------------------------------------------------------------------- measures

  /** A receive is complete. */
  void received(ReferenceRequest receive, long tick) {
    receive.complete(tick);
    receive.rank.received(receive.message, tick);
    flows.received(receive.message, tick);
    digest += word(receive.rank, receive.operation, tick);
  }

  /** A rank begins an operation. */
  void operates(ReferenceRank rank) {
    operationsDone += rank.job.background() ? 0 : 1;
  }

  /** A rank has completed its program for the last time. */
  void ended(ReferenceRank rank, long n, long tick) {
    digest += word(rank, n, tick);
    ranksRunning -= rank.job.background() ? 0 : 1;
  }

  private static long word(ReferenceRank rank, long n, long tick) {
    return ReferenceDraws.deliveryWord(rank.job.number(), rank.rank, 0, n, CLASS, tick);
  }

  /** Returns the digest of entries of class 255. */
  @Override
  public long digest() {
    return digest;
  }

  /**
   * Returns the critical path of a job; null if not all of its ranks have ended, or it is in the
   * background. It is the path of the last rank to end, and of several the one with the lowest
   * number.
   */
  public ReferenceStep path(PlacedJob job) {
    final List<ReferenceRank> ofJob = ranks.get(job.number());
    if (job.background() || ofJob.stream().anyMatch(ReferenceRank::isRunning)) {
      return null;
    }
    return ofJob.stream()
        .max(
            Comparator.comparingLong(ReferenceRank::endTick)
                .thenComparing(Comparator.comparingInt(ReferenceRank::number).reversed()))
        .orElseThrow()
        .path();
  }

  /** Returns the latencies of all received messages in ticks, in ascending order. */
  public List<Long> latencies() {
    return ranks().stream().flatMap(rank -> rank.latencies().stream()).sorted().toList();
  }

  /** Returns the flows that have finished. */
  public ReferenceFlows flows() {
    return flows;
  }

  /** Returns the collectives that ranks have completed. */
  public ReferenceCollectives collectives() {
    return collectives;
  }

  /** Returns the largest number of ranks on a node. */
  public int slots() {
    return nodes.values().stream().mapToInt(List::size).max().orElse(0);
  }

  /** Returns all ranks, by job, then by number. */
  public List<ReferenceRank> ranks() {
    return ranks.values().stream().flatMap(List::stream).toList();
  }

  @Override
  public long ranksRunning() {
    return ranksRunning;
  }

  @Override
  public long operationsDone() {
    return operationsDone;
  }

  /** Returns whether ranks are blocked, which jobs in the background do not hide. */
  @Override
  public boolean ranksBlocked(long tick) {
    return ranks().stream().anyMatch(rank -> rank.job.background()) && areJobsAtRest(tick);
  }

  /**
   * Returns whether there are required ranks, and no event is left that may move them.
   *
   * @param tick the first that has not been simulated
   */
  public boolean areJobsAtRest(long tick) {
    return ranksRunning > 0
        && ranks().stream().allMatch(rank -> rank.job.background() || isAtRest(rank, tick))
        && !areTransfersUnderWay(tick)
        && joins.communicators().stream().noneMatch(one -> !one.background() && isUnderWay(one));
  }

  /**
   * Returns whether a rank is at rest; a job is blocked as if its lost ranks had ended, and ended
   * ranks do nothing either.
   */
  private boolean isAtRest(ReferenceRank rank, long tick) {
    return hasFailed(rank.node, tick - 1) || rank.isAtRest(tick);
  }

  /**
   * Returns whether a transfer is posted, in the network, in a node's channel, or still to be
   * handled.
   */
  private boolean areTransfersUnderWay(long tick) {
    while (!posted.isEmpty() && isOver(posted.element(), tick)) {
      posted.remove();
    }
    return !posted.isEmpty()
        || counting.values().stream()
            .flatMap(List::stream)
            .anyMatch(transfer -> !transfer.from.job.background());
  }

  private boolean isOver(ReferenceTransfer transfer, long tick) {
    final boolean failed = hasFailed(transfer.from.node, tick - 1);
    return transfer.isOver(software.get() || failed)
        || (failed && transfer.isWithinNode())
        || network.hasLost(transfer);
  }

  private boolean isUnderWay(ReferenceCommunicator communicator) {
    return joins.meet(communicator) || network.isUnderWay(communicator);
  }

  @Override
  public ReferenceJobNumbers numbersAt(long tick) {
    return new ReferenceJobs(List.copyOf(ranks.values()), rate, tick).numbers();
  }

  @Override
  public boolean haveAllEnded() {
    return ranks().stream().noneMatch(ReferenceRank::isRunning);
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    return ranks().stream()
        .filter(rank -> !rank.job.background() && rank.describeWaiting(report))
        .count();
  }
}
