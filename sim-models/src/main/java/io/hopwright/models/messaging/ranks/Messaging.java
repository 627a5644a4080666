package io.hopwright.models.messaging.ranks;

import io.hopwright.core.random.Draws;
import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Progress;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.Foreground;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.path.Arrived;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.storage.PairTable;
import io.hopwright.models.messaging.storage.Slab;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.standstill.Waiting;
import java.util.function.Function;

/**
 * Message passing between the ranks of a partition by the rules of {@code
 * docs/models/messaging.md}, on top of a {@link Transport}.
 *
 * <p>In phase 1 packets are counted in any order ({@link #delivered}); in phase 2 a node acts once,
 * before its network interface and router ({@link #act}). Confined to its partition.
 */
public final class Messaging {
  // Words of what is due.
  private static final int DUE_AT = 0;
  private static final int ENTRY_AND_NEXT = 1;
  private static final int DUE_STRIDE = 2;

  /** Width of the remaining-bytes field of a transfer; the destination node is above it. */
  private static final int TO_COME_BITS = 42;

  private static final long TO_COME = (1L << TO_COME_BITS) - 1;

  private final JobTable table;
  private final Software software;
  final Transport transport;
  final Transport.Coupled coupled;
  private final int[] nodes;
  final Ranks ranks;
  final Transfers transfers = new Transfers();

  /** Requests, arrivals and waits: there are most of one when there are few of another. */
  private final Slab entries = new Slab(Slab.SHARED_STRIDE);

  final Requests requests = new Requests(entries);
  final InboundMessages inbound = new InboundMessages(entries);
  private final Processors processors;

  /** Null if nothing is done by hardware. */
  final JoinedCommunicators joins;

  final Processors.Digesting digest;
  final OneSided oneSided;
  final Foreground foreground;

  /** Null unless the order of work is compared. */
  final WorkOrder order;

  /** Null unless critical paths are found. */
  final PathLog path;

  private final boolean overtaking;
  private final boolean fetching;
  private final boolean carrying;
  private final boolean losing;
  private final boolean offload;

  /** Whether a message counts as soon as its envelope has arrived. */
  private final boolean envelopesCount;

  /** Number of messages so far, by pair (rank, destination rank). */
  private final PairTable sent = new PairTable();

  /**
   * Number of visible messages so far, and messages not yet visible, by pair (rank, source rank).
   */
  private final PairTable seen = new PairTable();

  /** The tick from which their channel is free, by pair of ranks of a node. */
  private final PairTable channels = new PairTable();

  /** Partly received transfers of several packets, with the missing part, by sender. */
  private final PairTable partial = new PairTable();

  /** Arrivals within a node, or received without a processor: their ticks and entries. */
  private final Slab due = new Slab(DUE_STRIDE);

  /** Lists of each node: entries to process, and entries with a due tick. */
  private final int[] fresh;

  private final int[] local;

  /** Lists of each node whose transfers are packets. */
  private final int[] whole;

  private final int[] entered;
  private int[] batch = new int[16];

  /** Whether each node has failed; null until one has. */
  private boolean[] lost;

  /**
   * Environment of ranks.
   *
   * @param table table of all jobs
   * @param software software of the machine
   * @param rate ticks per second
   * @param noise draws for compute times
   */
  public record World(JobTable table, Software software, TickRate rate, Draws noise) {
    /** Returns whether a program of any job has an operation. */
    public boolean uses(Primitive primitive) {
      return table.jobs().stream().anyMatch(job -> job.program().program().uses(primitive));
    }
  }

  /**
   * Creates the ranks of a partition and wakes the nodes at the start ticks of their jobs.
   *
   * @param interfaces makes the transport below these ranks
   * @param nodes of the partition by their global numbers, in order of the local ones; negative for
   *     none
   * @param measures receives the digest
   */
  public Messaging(
      World world,
      int[] nodes,
      Function<Messaging, ? extends Transport> interfaces,
      JobStatistics statistics,
      Measures<?> measures) {
    table = world.table();
    software = world.software();
    this.nodes = nodes;
    transport = interfaces.apply(this);
    coupled = transport instanceof Transport.Coupled both ? both : null;
    overtaking = transport.overtakes();
    fetching = transport.fetches();
    carrying = transport.carriesOneSided();
    losing = transport.loses();
    foreground = new Foreground(table);
    offload = software.progress() == ProgressKind.OFFLOAD;
    envelopesCount = !software.hasMailboxes();
    digest = (job, rank, operation, tick) -> measures.digest().add(job, rank, operation, 255, tick);
    ranks = new Ranks(table, nodes, entries);
    order = statistics.isOrdered() ? new WorkOrder(ranks) : null;
    path = statistics.hasPath() ? openPath(statistics.events()) : null;
    final Communicators communicators = table.communicators();
    joins =
        communicators.isEmpty()
            ? null
            : new JoinedCommunicators(
                communicators, transport, requests, this::underWay, software, nodes);
    processors = new Processors(world, this, statistics);
    oneSided = new OneSided(this, processors, losing);
    fresh = new int[nodes.length];
    final int withPackets = coupled == null ? nodes.length : 0;
    whole = new int[withPackets];
    entered = new int[withPackets];
    local = new int[nodes.length];
    for (int node = 0; node < nodes.length; node++) {
      if (ranks.firstOfNode[node] < ranks.firstOfNode[node + 1]) {
        transport.wakeAt(table.jobs().get(table.job(nodes[node])).startTick(), node);
      }
    }
  }

  private PathLog openPath(EventWindow events) {
    final PathLog opened = new PathLog(ranks.count, events);
    for (int r = 0; r < ranks.count; r++) {
      final PlacedJob job = table.jobs().get(ranks.job(r));
      if (!job.background()) {
        opened.open(r, job.number(), ranks.rank(r), job.startTick());
      }
    }
    return opened;
  }

  /** Returns the transport below these ranks, which must be of the given class. */
  public <T extends Transport> T transport(Class<T> type) {
    return type.cast(transport);
  }

  /** Returns the transfers that are posted. */
  public Transfers transfers() {
    return transfers;
  }

  /** Returns the measurements of jobs up to a tick; all earlier ticks have been simulated. */
  public JobStatistics statisticsAt(long stopTick) {
    final JobStatistics statistics = processors.statisticsAt(stopTick);
    if (order != null) {
      order.addTo(statistics);
    }
    return statistics;
  }

  /** Adds the required ranks, the pending actions that may move them, and their operations. */
  public void addProgress(Progress sum) {
    sum.ranksRunning += processors.running();
    sum.foregroundAtWork += foreground.counts() ? foreground.atWork() : processors.running();
    sum.operationsDone += processors.operationsDone();
  }

  // ---------------------------------------------------------------- phase 1

  /**
   * Records that a packet's last byte has been delivered; the node must act in this tick.
   *
   * @param node destination, by its local number
   * @param source source, by its global number
   * @param first of {@link MessageWords}
   * @param birth generation time of the packet
   */
  public void delivered(int node, int source, long first, long second, long third, long birth) {
    delivered(node, source, first, second, third, birth, MessageWords.payload(first));
  }

  /**
   * Delivers several packets at once, or a part of one, as {@link #delivered(int, int, long, long,
   * long, long)} does.
   *
   * @param payload bytes of the transfer in them, in place of those in the first word
   */
  public void delivered(
      int node, int source, long first, long second, long third, long birth, long payload) {
    foreground.add(table.job(nodes[node]), -Math.max(payload, 1));
    if (isLost(node)) {
      return;
    }
    final int kind = MessageWords.kind(first);
    final long length = software.length(TransferKind.of(kind), MessageWords.bytes(second));
    if (payload == length) {
      pushPackets(node, take(source, first, second, third, birth));
      return;
    }
    final long key = key(table.job(nodes[node]), numberedBy(node, source, first), first, kind);
    final int at = partial.at(key);
    int entry = partial.list(at);
    if (entry == InboundMessages.NONE) {
      entry = take(source, first, second, third, birth);
      inbound.markToCome(entry);
      partial.setList(at, entry);
      partial.setValue(at, (long) node << TO_COME_BITS | length);
    }
    final long toCome = partial.value(at) - payload;
    partial.setValue(at, toCome);
    final boolean byEnvelope = envelopesCount && TransferKind.of(kind).hasEnvelope();
    if (byEnvelope && MessageWords.isHeader(second)) {
      pushPackets(node, entry);
    }
    if ((toCome & TO_COME) == 0) {
      partial.remove(at);
      inbound.markWhole(entry);
      if (!byEnvelope) {
        pushPackets(node, entry);
      } else if (inbound.isAwaited(entry)) {
        push(whole, node, entry);
      }
    }
  }

  /** Returns a number that a transfer has alone: job (7 bits), rank (28), number (28), kind (1). */
  private static long key(int job, int rank, long first, int kind) {
    return (long) job << 57
        | (long) rank << 29
        | (MessageWords.number(first) & 0xFFFFFFFL) << 1
        | (kind == TransferKind.DATA.number() ? 1 : 0);
  }

  /** Returns the rank that numbers the message or operation of a transfer. */
  private int numberedBy(int node, int source, long first) {
    return MessageWords.kind(first) == TransferKind.VALUE.number()
        ? table.rankAt(nodes[node], MessageWords.slot(first))
        : rankOf(source, first);
  }

  private int take(int source, long first, long second, long third, long birth) {
    return inbound.take(rankOf(source, first), first, second, third, birth);
  }

  private int rankOf(int source, long first) {
    return table.rankAt(source, MessageWords.sourceSlot(first));
  }

  private void push(int[] lists, int node, int entry) {
    inbound.setNext(entry, lists[node]);
    lists[node] = entry;
  }

  /** Queues the arrivals of packets for handling. */
  private void pushPackets(int node, int entry) {
    foreground.add(table.job(nodes[node]), 1);
    push(fresh, node, entry);
  }

  /**
   * Adds a transfer in flight as a whole; {@link #arrived} is called when it arrives.
   *
   * @param node destination node, by its local number
   * @param source source node, by its global number
   * @param first first of {@link MessageWords}
   * @param posted tick of its posting
   * @return its number
   */
  public int onItsWay(int node, int source, long first, long second, long third, long posted) {
    final int entry = take(source, first, second, third, posted);
    inbound.setReceive(entry, node);
    return entry;
  }

  /** Inserts a transfer in flight as a whole into a list, after another such transfer. */
  public void arrivesBehind(int first, int entry) {
    inbound.setNext(entry, inbound.next(first));
    inbound.setNext(first, entry);
  }

  /** Returns the transfer after another one in such a list, or 0. */
  public int arrivingBehind(int entry) {
    return inbound.next(entry);
  }

  /**
   * Phase 1: records that a transfer which travelled as a whole is delivered.
   *
   * @return the node that must act in this tick, by its local number
   */
  public int arrived(int entry) {
    final int node = inbound.receive(entry);
    push(fresh, node, entry);
    return node;
  }

  /** Returns the global number of the source node of an arrival. */
  public int sourceOf(int node, int entry) {
    return table.node(table.job(nodes[node]), inbound.source(entry));
  }

  /**
   * Phase 1: records that data of a one-sided operation of a node's ranks are in memory; the node
   * must act in this tick.
   *
   * @param third of {@link MessageWords}, those of the packets that were sent
   * @param bytes number of further bytes
   */
  public void done(int node, long third, long bytes) {
    if (!isLost(node)) {
      oneSided.done(node, (int) third, bytes);
    }
  }

  /**
   * Phase 1: records that all data of a message that a GET has fetched are in the memory of the
   * requesting node, which must act in this tick.
   *
   * @param source node whose memory they were in, by its global number
   * @param first of {@link MessageWords}, of the GET
   * @param second of {@link MessageWords}, of the GET
   * @param posted tick of the GET's posting
   */
  public void fetched(int node, int source, long first, long second, long posted) {
    if (isLost(node)) {
      return;
    }
    if (losing) {
      foreground.add(table.job(nodes[node]), 1);
    }
    push(fresh, node, take(source, MessageWords.ofFetched(first), second, 0, posted));
  }

  /**
   * Records that a packet is answered, or lost anywhere.
   *
   * @param source sender of the packet, or of its request, by its global number
   * @param first of {@link MessageWords}
   */
  public void gone(int source, long first) {
    underWay(source, -MessageWords.share(first));
  }

  /**
   * Reports that the number of pending actions of a node with ranks has changed.
   *
   * @param node by its global number
   */
  public void underWay(int node, long change) {
    foreground.add(table.job(node), change);
  }

  /** Returns 16 times the number of a message, modulo 2²⁸, and the place of the kind. */
  public long label(int entry) {
    return (inbound.message(entry) & 0xFFFFFFFL) << 4 | inbound.kind(entry).number();
  }

  /** Returns the bytes of messages in a transfer that has arrived. */
  public long data(int entry) {
    return software.data(inbound.kind(entry), inbound.bytes(entry));
  }

  /** Returns the bytes of messages in a transfer that is posted. */
  public long dataOf(int transfer) {
    return software.data(
        TransferKind.of(transfers.kind(transfer)), MessageWords.bytes(transfers.second(transfer)));
  }

  /** Returns the length of a posted transfer in bytes, header included. */
  public long lengthOf(int transfer) {
    return software.length(
        TransferKind.of(transfers.kind(transfer)), MessageWords.bytes(transfers.second(transfer)));
  }

  /** Returns the length in bytes, header included, of the data that a transfer requests. */
  public long lengthAskedFor(int transfer) {
    return software.length(TransferKind.DATA, MessageWords.bytes(transfers.second(transfer)));
  }

  /** Returns the tick at which a transfer that has arrived was posted. */
  public long posted(int entry) {
    return inbound.posted(entry);
  }

  /**
   * Phase 1: records that a node has completed the collective that its ranks have joined.
   *
   * @param communicator as at {@link Transport.Joining#join}
   */
  public void through(int node, int communicator, long tick) {
    if (!isLost(node)) {
      joins.through(node, communicator, tick);
    }
  }

  /**
   * Phase 2: releases the entry of a transfer whose last packet has begun to leave.
   *
   * @param node source node
   */
  public void entered(int node, int transfer, long tick) {
    if (transfers.request(transfer) == Requests.NONE) {
      transfers.free(transfer);
    } else {
      transfers.setNext(transfer, entered[node]);
      entered[node] = transfer;
      transport.wakeAt(tick + 1, node);
    }
  }

  /** Phase 2: releases the entry of a transfer that has left as a whole. */
  public void sent(int transfer) {
    transfers.free(transfer);
  }

  /** Returns the approximate number of cache lines that {@link #fetch} reads. */
  public int lines() {
    return ranks.lines() + entries.lines();
  }

  /**
   * Reads every cache line of ranks and their lists in the order of memory, which is quick; the
   * returned value has no meaning.
   */
  public long fetch() {
    return ranks.fetch() + entries.fetch();
  }

  // ---------------------------------------------------------------- phase 2

  /** Performs the actions of a node in a tick. */
  public void act(int node, long tick) {
    if (coupled == null) {
      completeEntered(node, tick);
      completeWhole(node, tick);
    }
    oneSided.complete(node, tick);
    if (joins != null) {
      joins.act(node, tick, processors::completeJoin);
    }
    if (local[node] != Slab.NONE) {
      takeLocal(node, tick);
    }
    if (fresh[node] != InboundMessages.NONE) {
      takeFresh(node, tick);
    }
    if (path != null) {
      path.processor();
    }
    for (int r = ranks.firstOfNode[node]; r < ranks.firstOfNode[node + 1]; r++) {
      processors.run(r, tick);
    }
  }

  private void completeEntered(int node, long tick) {
    int next;
    for (int transfer = entered[node]; transfer != Transfers.NONE; transfer = next) {
      next = transfers.next(transfer);
      final int r = ranks.firstOfNode[node] + MessageWords.sourceSlot(transfers.first(transfer));
      foreground.add(ranks.job(r), -1);
      if (path != null) {
        final long first = transfers.first(transfer);
        path.transfer(
            Arrived.ENTERED,
            TransferKind.of(MessageWords.kind(first)),
            transfers.posted(transfer),
            table.rankAt(transfers.destination(transfer), MessageWords.slot(first)),
            MessageWords.number(first),
            MessageWords.bytes(transfers.second(transfer)));
      }
      processors.complete(r, transfers.request(transfer), tick);
      transfers.free(transfer);
    }
    entered[node] = Transfers.NONE;
  }

  private void takeLocal(int node, long tick) {
    int rest = Slab.NONE;
    int next;
    for (int one = local[node]; one != Slab.NONE; one = next) {
      next = due.low(one, ENTRY_AND_NEXT);
      if (due.get(one, DUE_AT) > tick) {
        due.setLow(one, ENTRY_AND_NEXT, rest);
        rest = one;
        continue;
      }
      final int entry = due.high(one, ENTRY_AND_NEXT);
      due.free(one);
      if (inbound.kind(entry).isOneSided()) {
        oneSided.completeEntry(node, entry, tick);
        continue;
      }
      if (inbound.kind(entry) == TransferKind.DATA && !software.get()) {
        if (path != null) {
          final int target = ranks.rank(ranks.firstOfNode[node] + inbound.slot(entry));
          traceCause(Arrived.ENTERED, entry, target);
        }
        processors.sentWithin(node, inbound.source(entry), inbound.message(entry), tick);
      }
      push(fresh, node, entry);
    }
    local[node] = rest;
  }

  private void completeWhole(int node, long tick) {
    int next;
    for (int entry = whole[node]; entry != InboundMessages.NONE; entry = next) {
      next = inbound.next(entry);
      final int r = ranks.firstOfNode[node] + inbound.slot(entry);
      if (path != null) {
        traceCause(Arrived.WHOLE, entry, inbound.source(entry));
      }
      processors.completeReceive(r, inbound.receive(entry), tick);
      inbound.free(entry);
    }
    whole[node] = InboundMessages.NONE;
  }

  private void takeFresh(int node, long tick) {
    int count = 0;
    int next;
    for (int entry = fresh[node]; entry != InboundMessages.NONE; entry = next) {
      next = inbound.next(entry);
      if (overtaking && inbound.kind(entry).hasEnvelope() && !inbound.isLocal(entry)) {
        count = becomeVisible(node, entry, count);
      } else {
        count = toBatch(entry, count);
      }
    }
    fresh[node] = InboundMessages.NONE;
    sort(count);
    for (int i = 0; i < count; i++) {
      take(node, batch[i], tick);
    }
  }

  private int toBatch(int entry, int count) {
    if (count == batch.length) {
      batch = java.util.Arrays.copyOf(batch, 2 * count);
    }
    batch[count] = entry;
    return count + 1;
  }

  /** Makes a message visible if it is the next of its pair, and those behind it. */
  private int becomeVisible(int node, int entry, int before) {
    final int r = ranks.firstOfNode[node] + inbound.slot(entry);
    final int at = seen.at(PairTable.key(r, inbound.source(entry)));
    if (inbound.pairNumber(entry) != (int) seen.value(at)) {
      foreground.add(ranks.job(r), -1);
      inbound.setNext(entry, seen.list(at));
      seen.setList(at, entry);
      return before;
    }
    int count = before;
    for (int ready = entry; ready != InboundMessages.NONE; ready = takeWaiting(at)) {
      seen.setValue(at, seen.value(at) + 1);
      count = toBatch(ready, count);
    }
    foreground.add(ranks.job(r), count - before - 1L);
    return count;
  }

  /** Takes the message that is next in a pair and waits for nothing else. */
  private int takeWaiting(int at) {
    int before = InboundMessages.NONE;
    for (int entry = seen.list(at); entry != InboundMessages.NONE; entry = inbound.next(entry)) {
      if (inbound.pairNumber(entry) == (int) seen.value(at)) {
        if (before == InboundMessages.NONE) {
          seen.setList(at, inbound.next(entry));
        } else {
          inbound.setNext(before, inbound.next(entry));
        }
        return entry;
      }
      before = entry;
    }
    return InboundMessages.NONE;
  }

  /** Sorts the first entries of the batch by {@link InboundMessages#before}, in shrinking gaps. */
  private void sort(int count) {
    int gap = 1;
    while (gap < count / 3) {
      gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
      for (int i = gap; i < count; i++) {
        final int entry = batch[i];
        int at = i;
        for (; at >= gap && inbound.before(entry, batch[at - gap]); at -= gap) {
          batch[at] = batch[at - gap];
        }
        batch[at] = entry;
      }
    }
  }

  /** Attributes what follows to a transfer that has arrived. */
  void traceCause(int entry) {
    final boolean fetched =
        fetching
            && software.get()
            && inbound.kind(entry) == TransferKind.DATA
            && !inbound.isLocal(entry);
    traceCause(fetched ? Arrived.FETCHED : Arrived.DELIVERED, entry, inbound.source(entry));
  }

  private void traceCause(Arrived how, int entry, int other) {
    path.transfer(
        how,
        how == Arrived.FETCHED ? TransferKind.GET : inbound.kind(entry),
        inbound.posted(entry),
        other,
        inbound.message(entry),
        inbound.bytes(entry));
  }

  private void take(int node, int entry, long tick) {
    final int r = ranks.firstOfNode[node] + inbound.slot(entry);
    if (path != null) {
      traceCause(entry);
    }
    if (inbound.kind(entry) == TransferKind.GET) {
      answer(node, r, entry, tick);
      foreground.add(ranks.job(r), -1);
      inbound.free(entry);
    } else if (inbound.kind(entry).isOneSided()) {
      oneSided.arrive(node, r, entry, tick);
    } else if (offload) {
      if (path != null) {
        path.arrive(r, tick);
      }
      processors.takeIn(r, entry, tick);
    } else {
      processors.addArrival(r, entry);
    }
  }

  private void answer(int node, int r, int entry, long tick) {
    final int transfer = transfer(r, TransferKind.DATA, entry);
    if (path != null) {
      path.post(r, TransferKind.DATA, inbound.source(entry), inbound.message(entry), tick);
    }
    if (coupled != null && transfers.destination(transfer) != nodes[node]) {
      coupled.answer(node, ranks.slot(r), transfer, tick);
    } else {
      post(node, ranks.slot(r), transfer, tick);
    }
  }

  // ---------------------------------------------------------------- what processors post

  /** Prepares a transfer that replies to one that has arrived. */
  int transfer(int r, TransferKind kind, int entry) {
    return transfer(r, kind, inbound.source(entry), inbound.message(entry), inbound.bytes(entry));
  }

  /** Prepares a transfer about a message that has been announced. */
  int transfer(int r, TransferKind kind, int rank, int message, long bytes) {
    final int job = ranks.job(r);
    final int destination = table.node(job, rank);
    final boolean leaves = destination != nodes[ranks.node(r)];
    final boolean reads =
        (kind == TransferKind.READ && !(leaves && carrying))
            || (kind == TransferKind.GET && leaves && fetching);
    final long moved = reads ? bytes : software.length(kind, bytes);
    final boolean asPackets = losing || carrying || !(reads || kind.isOneSided());
    begins(r, destination, asPackets, moved);
    return transfers.take(
        destination,
        MessageWords.first(message, kind.number(), ranks.slot(r), table.slot(destination, rank)),
        MessageWords.second(bytes, false, false),
        0,
        moved);
  }

  /** Prepares the transfer with which a message begins. */
  int message(int r, TransferKind kind, int rank, int message, long second, int tag) {
    final int job = ranks.job(r);
    final int destination = table.node(job, rank);
    final boolean within = destination == nodes[ranks.node(r)];
    final int pairNumber = overtaking && !within ? sent.next(PairTable.key(r, rank)) : 0;
    final long moved = software.length(kind, MessageWords.bytes(second));
    begins(r, destination, true, moved);
    return transfers.take(
        destination,
        MessageWords.first(message, kind.number(), ranks.slot(r), table.slot(destination, rank)),
        second,
        MessageWords.third(tag, pairNumber),
        moved);
  }

  /**
   * Counts a transfer as in flight: until all of its packets have arrived and have been handled,
   * or, for a transfer as a whole, until it has been handled or its request is complete.
   */
  private void begins(int r, int destination, boolean asPackets, long moved) {
    final boolean whole = !asPackets || coupled != null || destination == nodes[ranks.node(r)];
    foreground.add(ranks.job(r), whole ? 1 : Math.max(moved, 1));
  }

  /** Returns whether a transfer leaves the node of a rank. */
  boolean leaves(int r, int transfer) {
    return transfers.destination(transfer) != nodes[ranks.node(r)];
  }

  void post(int node, int slot, int transfer, long tick) {
    transfers.post(transfer, tick);
    if (transfers.isOneSided(transfer)) {
      requests.setPosted((int) transfers.third(transfer), tick);
    } else if (transfers.isData(transfer) && transfers.isAwaited(transfer)) {
      requests.setPosted(transfers.request(transfer), tick);
    } else if (transfers.kind(transfer) == TransferKind.FIN.number()) {
      transfers.setThird(
          transfer, Math.min(tick - transfers.third(transfer), MessageWords.MOST_DATA_AGE));
    }
    if (transfers.destination(transfer) == nodes[node]) {
      postWithin(node, transfer, tick);
    } else {
      if (coupled == null && transfers.request(transfer) != Requests.NONE) {
        underWay(nodes[node], 1);
      }
      if (order != null) {
        order.post(node, transfers.identity(transfer));
      }
      transport.post(node, slot, transfer, tick);
    }
  }

  /** Posts a transfer that answers one of a one-sided operation of another node. */
  void postAnswer(int node, int slot, int transfer, long tick) {
    transfers.post(transfer, tick);
    if (order != null) {
      order.post(node, transfers.identity(transfer));
    }
    transport.post(node, slot, transfer, tick);
  }

  /** Posts a transfer on the channel of two slots, which carries one after the other. */
  private void postWithin(int node, int transfer, long tick) {
    final long first = transfers.first(transfer);
    final int from = ranks.firstOfNode[node] + MessageWords.sourceSlot(first);
    final int to = ranks.firstOfNode[node] + MessageWords.slot(first);
    final int at = channels.at(PairTable.key(from, to));
    final long there =
        Math.max(tick, channels.value(at))
            + software.localTicks()
            + Software.atRate(transfers.moved(transfer), software.localByteTicks());
    channels.setValue(at, there);
    final int entry =
        inbound.take(
            ranks.rank(from),
            first,
            transfers.second(transfer),
            transfers.third(transfer),
            transfers.posted(transfer));
    inbound.markLocal(entry);
    transfers.free(transfer);
    completeAt(node, entry, there);
  }

  /** Schedules the effect of an entry for a future tick. */
  void completeAt(int node, int entry, long tick) {
    final int one = due.take();
    due.set(one, DUE_AT, tick);
    due.set(one, ENTRY_AND_NEXT, (long) entry << Integer.SIZE | local[node]);
    local[node] = one;
    transport.wakeAt(tick, node);
  }

  // ---------------------------------------------------------------- what fails

  private boolean isLost(int node) {
    return lost != null && lost[node];
  }

  /**
   * Phase 2, before any other event of the node in the tick: makes a node fail. Its ranks that have
   * not ended are lost, and no later arrival for them counts. Transfers that they have posted stay
   * with the interface.
   */
  public void lose(int node, long tick) {
    final int first = ranks.firstOfNode[node];
    final int end = ranks.firstOfNode[node + 1];
    if (first == end) {
      return;
    }
    lost = lost == null ? new boolean[nodes.length] : lost;
    lost[node] = true;
    final FailedNodeState leavings = processors.leavings();
    loseLists(node, leavings);
    oneSided.lose(node);
    if (joins != null) {
      joins.lose(node);
    }
    seen.removeIf(
        at -> {
          final boolean its = seen.first(at) >= first && seen.first(at) < end;
          leavings.freeEntries(node, its ? seen.list(at) : InboundMessages.NONE);
          return its;
        });
    for (int r = first; r < end; r++) {
      processors.lose(r, leavings, tick);
    }
    partial.removeIf(
        at -> {
          final boolean its = partial.value(at) >>> TO_COME_BITS == node;
          if (its) {
            leavings.freeUnfinished(node, partial.list(at));
          }
          return its;
        });
  }

  private void loseLists(int node, FailedNodeState leavings) {
    underWay(nodes[node], -leavings.freeTransfers(entered[node]));
    entered[node] = Transfers.NONE;
    leavings.freeEntries(node, whole[node]);
    whole[node] = InboundMessages.NONE;
    underWay(nodes[node], -leavings.freeEntries(node, fresh[node]));
    fresh[node] = InboundMessages.NONE;
    int next;
    for (int one = local[node]; one != Slab.NONE; one = next) {
      next = due.low(one, ENTRY_AND_NEXT);
      leavings.freeEntry(node, due.high(one, ENTRY_AND_NEXT));
      due.free(one);
      underWay(nodes[node], -1);
    }
    local[node] = Slab.NONE;
  }

  // ---------------------------------------------------------------- what is left

  /** Returns whether no rank has open requests, and no work is in progress. */
  public boolean atRest() {
    return transfers.live() == 0 && entries.live() == requests.abandoned() && partial.size() == 0;
  }

  /** Adds the waiting or lost ranks of the required jobs. */
  public void addTo(Waiting waiting) {
    processors.addTo(waiting);
  }
}
