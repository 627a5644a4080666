package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadeCounter;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.cascade.network.CascadeRouter;
import io.hopwright.models.cascade.nic.CascadeNics;
import io.hopwright.models.cascade.nic.RateNics;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Buffers;
import io.hopwright.models.host.Deadlines;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.host.Transactions;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.Site;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;

/**
 * Aries NICs of a partition with the buses to their hosts ({@code docs/models/aries-nic.md}).
 *
 * <p>The first delivery of a packet is at the tick at which it reaches the NIC; the result of its
 * service is a second delivery. A router is woken for its pairs of NICs, which issue packets, and
 * for the host of each NIC. Confined to its partition; {@link #moreBytes} more per NIC than {@link
 * RateNics}, at rest.
 */
public final class AriesNics extends CascadeNics {
  /** Index of the {@link OperationWord} among the words of a packet. */
  private static final int OPERATION = CascadeRouter.CORE_WORDS;

  /** Index of the first word of a collective's packet, the same as for message words. */
  static final int COLLECTIVE = OPERATION + OperationWord.WORDS;

  /** Units woken for the users of NICs, behind the units of the hosts. */
  public static final int COMMAND_UNITS = PAIRS + Dragonfly.NICS;

  /** Bit of the place of a packet that is on its way from a tile to the NIC. */
  private static final int STAGED = Dragonfly.NICS;

  /** Bits of the operation behind the transaction, in the owner of a deadline. */
  private static final int OPERATION_BITS = 4;

  private static final long NIC_BYTES = 90;
  private static final long RANK_BYTES = 75;
  private static final long BLOCK_BYTES = 150;
  private static final long COLLECTIVE_BYTES = 300;

  private static final int COMPLETED = 2;
  private static final int NOTIFIED = 3;

  private final AriesDesign design;
  private final AriesKeys keys;
  private final AriesWorkload workload;

  /** Whether NICs have FMA only: then an arrival at a NIC makes no difference to its pair. */
  private final boolean plain;

  private final boolean gets;
  private final int ranks;
  private final int hopTicks;
  private final int eventTicks;
  private final AriesCommands commands;
  private final AriesMemory memory;
  private final HostBus bus;
  private final Transactions transactions;
  private final FmaRanks fma;

  /** Null if there is nothing for it. */
  private final BlockTransfers engine;

  /** Null if there are no Sends. */
  private final PostedBuffers posted;

  /** Null without collectives by hardware. */
  private final CollectiveEngines collectives;

  private final Buffers readSlots;

  /** NICs whose hosts must be evaluated in this tick, as bits, by router. */
  private final byte[] looking;

  /** Whether the ranks of each NIC, not its engine, have issued the last request. */
  private final boolean[] issuedByRanks;

  /** Packets that reach each NIC in this tick, in order of port; requests completed there. */
  private final int[] reaching;

  private final int[] done;

  /** List of the transactions that have completed in this tick, by NIC. */
  private final int[] completed;

  /** Scratch: requests done in a tick, to be sorted. */
  private int[] sorted = new int[8];

  /**
   * Creates idle NICs, and wakes each when its first operation is generated.
   *
   * @param saturated whether ranks always have another operation
   */
  public AriesNics(AriesNodeDesign node, AriesCommands commands, boolean saturated, Site site) {
    super(node.node(), COMMAND_UNITS, commands, site);
    design = node.aries();
    keys = design.keys();
    workload = node.workload();
    hopTicks = node.node().hopTicks();
    this.commands = commands;
    gets = commands.uses(AriesOperation.GET) || commands.uses(AriesOperation.BTE_GET);
    ranks = commands.ranks();
    final int nics = nodes.length;
    bus = new HostBus(nics, design.bus());
    eventTicks = bus.costs().of(AriesDesign.EVENT_BYTES);
    transactions = new Transactions(nics, keys.transactions());
    fma = new FmaRanks(workload, design, saturated, commands, transactions, nics);
    final boolean sends = commands.uses(AriesOperation.BTE_SEND);
    posted = sends ? new PostedBuffers(keys.buffers(), keys.engine().channels(), nics) : null;
    final boolean blocks =
        sends || commands.uses(AriesOperation.BTE_PUT) || commands.uses(AriesOperation.BTE_GET);
    engine = blocks ? new BlockTransfers(design, bus, commands, nics) : null;
    issuedByRanks = new boolean[nics];
    collectives =
        node.trees() == null
            ? null
            : new CollectiveEngines(
                this,
                keys.collective(),
                node.trees(),
                Purpose.OPERAND.draws(node.seed()),
                bus,
                commands,
                measures,
                nodes);
    commands.use(collectives);
    readSlots = new Buffers(nics, keys.readsPending());
    looking = new byte[nics / Dragonfly.NICS];
    reaching = new int[nics];
    done = new int[nics];
    completed = new int[nics];
    Arrays.fill(completed, Transactions.NONE);
    final boolean atomic =
        commands.uses(AriesOperation.AMO) || commands.uses(AriesOperation.FETCH_AMO);
    memory = new AriesMemory(this, design, atomic, bus, nics);
    plain = engine == null && collectives == null && !atomic && design.translation() == null;
    for (int nic = 0; nic < nics; nic++) {
      alarm(nic / Dragonfly.NICS, nic % Dragonfly.NICS >>> 1, fma.next(nic, -1, 0, NEVER));
    }
  }

  /**
   * Returns the bytes that an idle NIC takes beyond one of two rates, as measured on 3,072 nodes.
   * An atomic unit and a table of pages are added when they are needed.
   *
   * @param ranks of a node
   * @param jobs whether the ranks execute programs
   * @param blocks whether there are block transfers
   * @param collectives whether there are collectives by hardware
   */
  public static long moreBytes(int ranks, boolean jobs, boolean blocks, boolean collectives) {
    return NIC_BYTES
        + RANK_BYTES * (ranks - (jobs ? 0 : 1))
        + (blocks ? BLOCK_BYTES : 0)
        + (collectives ? COLLECTIVE_BYTES : 0);
  }

  // ---------------------------------------------------------------- from the router to the NIC

  @Override
  public boolean hasRoom(int router, int port, int queue, int packet) {
    return super.hasRoom(router, port, queue, packet)
        && (!gets
            || queue >>> 1 == CascadePacketId.RESPONSE
            || !operation(packet).reads()
            || readSlots.hasRoom(nicBehind(router, port, queue & 1), 1));
  }

  @Override
  public long receive(int router, int port, int packet, long tick) {
    final int nic = takeIn(router, port, packet);
    if (gets && isRequest(packet) && operation(packet).reads()) {
      readSlots.take(nic, 1);
    }
    pool.move(packet, vcs.of(router, port, (nic & (Dragonfly.NICS - 1)) | STAGED));
    return tick + keys.inTicks();
  }

  private AriesOperation operation(int packet) {
    return OperationWord.operation(pool.word(packet, OPERATION));
  }

  private boolean isRequest(int packet) {
    return CascadePacketId.packetClass(pool.first(packet)) == CascadePacketId.REQUEST;
  }

  @Override
  public long deliver(int router, int packet, long tick) {
    final int place = pool.place(packet);
    final int slot = vcs.vc(place) & Dragonfly.NICS - 1;
    final int nic = Dragonfly.NICS * router + slot;
    if ((vcs.vc(place) & STAGED) != 0 && !isEndOfCollective(packet)) {
      reach(nic, packet);
      serveHost(nic);
      return 0;
    }
    final int port = free(nic, packet);
    if (isRequest(packet)) {
      requestDone(nic, packet, tick);
    } else {
      answered(nic, packet, tick);
    }
    return 1L << port;
  }

  /** Returns whether a packet that reaches a NIC is a response that goes no further. */
  private boolean isEndOfCollective(int packet) {
    return collectives != null
        && !isRequest(packet)
        && operation(packet) == AriesOperation.COLLECTIVE;
  }

  /** Inserts a packet that reaches a NIC before those of higher ports. */
  private void reach(int nic, int packet) {
    final int place = pool.place(packet);
    int before = PacketPool.NONE;
    int behind = reaching[nic];
    while (behind != PacketPool.NONE && pool.place(behind) < place) {
      before = behind;
      behind = pool.behind(behind);
    }
    pool.putBehind(packet, behind);
    if (before == PacketPool.NONE) {
      reaching[nic] = packet;
    } else {
      pool.putBehind(before, packet);
    }
  }

  /**
   * Marks a NIC's host for evaluation in this tick, and its pair for a check whether it can issue.
   */
  private void look(int nic) {
    looking[nic / Dragonfly.NICS] |= (byte) (1 << nic % Dragonfly.NICS);
    touch(nic);
  }

  /** Marks a NIC's host for evaluation in this tick, and its pair if this can make a difference. */
  private void serveHost(int nic) {
    looking[nic / Dragonfly.NICS] |= (byte) (1 << nic % Dragonfly.NICS);
    if (!plain) {
      touch(nic);
    }
  }

  @Override
  public boolean looks(int router) {
    return looking[router] != 0 || super.looks(router);
  }

  /** Removes a request whose response is there from the buffer of the NIC. */
  private void requestDone(int nic, int packet, long tick) {
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final long what = pool.word(packet, OPERATION);
    final AriesOperation operation = OperationWord.operation(what);
    final int hops = packetWords.hops(word);
    final boolean refused = OperationWord.isRefused(what);
    noteDelivery(id, word, operation.fetches() || refused ? 0 : OperationWord.data(what), tick);
    if (posted != null && !isForeign(id)) {
      final long number = commands.number(CascadePacketId.sequence(id));
      posted.delivered(nic, channel(number), CascadePacketId.requester(id), number, tick);
    }
    final long answer = OperationWord.answering(what, hops, CascadeRouteWord.nonMinimal(word));
    if (!operation.fetches() || refused) {
      noteWork(id, answer, 0, pool.second(packet), tick);
    }
    if (OperationWord.last(what) && !refused) {
      measures.totals().count(CascadeCounter.REMOTE, 1);
      measures
          .totals()
          .count(CascadeCounter.REMOTE_TICKS, tick - PacketTimes.birth(pool.second(packet), tick));
    }
    if (operation != AriesOperation.COLLECTIVE) {
      commands.delivered(nic, packet, tick);
    }
    pool.move(packet, vcs.of(nic / Dragonfly.NICS, 0, 0));
    pool.setFirst(packet, CascadePacketId.responseTo(id));
    pool.setThird(
        packet,
        packetWords.of(
            refused
                ? CascadePackets.RESPONSE_FLITS
                : operation.responseFlits(OperationWord.data(what))));
    pool.setWord(packet, OPERATION, answer);
    pool.putBehind(packet, done[nic]);
    done[nic] = packet;
    look(nic);
  }

  private void answered(int nic, int packet, long tick) {
    final long id = pool.first(packet);
    final long word = pool.third(packet);
    final long what = pool.word(packet, OPERATION);
    final AriesOperation operation = OperationWord.operation(what);
    final boolean late = operation != AriesOperation.COLLECTIVE && isLate(nic, packet);
    final boolean fetched = operation.fetches() && !OperationWord.isRefused(what);
    noteDelivery(id, word, fetched && !late ? OperationWord.data(what) : 0, tick);
    if (operation != AriesOperation.COLLECTIVE) {
      commands.gone(packet);
    }
    if (late) {
      pool.remove(packet);
      return;
    }
    if (fetched) {
      noteWork(id, what, packetWords.hops(word), pool.second(packet), tick);
    }
    if (!plain || !outstanding.hasRoom(nic)) {
      touch(nic);
    }
    outstanding.complete(nic);
    measures.endRequest(tick);
    measures.complete();
    if (operation != AriesOperation.COLLECTIVE) {
      noteAnswer(nic, OperationWord.transaction(what), operation);
    }
    pool.remove(packet);
  }

  private void noteAnswer(int nic, int transaction, AriesOperation operation) {
    if (transactions.answered(transaction)) {
      completed[nic] = transactions.insert(transaction, completed[nic]);
      if (operation.inBlocks()) {
        engine.completed(nic, transactions.queue(transaction));
      }
      serveHost(nic);
    }
  }

  /** Records that the work of a request is done after so many links of its response. */
  private void noteWork(long id, long what, int back, long times, long tick) {
    final int there = OperationWord.hops(what);
    noteRequest(there, OperationWord.nonMinimal(what));
    measures.follow(
        CascadePacketId.requester(id),
        CascadePacketId.target(id),
        PacketTimes.birth(times, tick),
        tick,
        PacketTimes.sinceIssue(times, tick),
        zeroLoadTicks(what, (long) there * hopTicks, (long) back * hopTicks));
  }

  private long zeroLoadTicks(long what, long there, long back) {
    return OperationWord.isRefused(what)
        ? design.acrossTicks(there)
        : design.zeroLoadTicks(
            OperationWord.operation(what), there, back, OperationWord.data(what));
  }

  // ---------------------------------------------------------------- between NIC and host

  @Override
  public long wake(int router, int unit, long tick) {
    if (unit < PAIRS) {
      ring(router, unit, tick);
    } else if (unit >= COMMAND_UNITS) {
      commands.wake(router, unit - COMMAND_UNITS);
    } else if (rings(router, unit, tick)) {
      look(Dragonfly.NICS * router + unit - PAIRS);
    }
    return 0;
  }

  @Override
  public void issue(int router, long tick) {
    final int posted = commands.act(router, tick);
    for (int rest = looking[router]; rest != 0; rest &= rest - 1) {
      final int slot = Integer.numberOfTrailingZeros(rest);
      serve(Dragonfly.NICS * router + slot, tick);
    }
    looking[router] = 0;
    final int pairs = takeTouched(router) | posted;
    for (int i = 0; i < PAIRS; i++) {
      if ((posted >>> i & 1) != 0) {
        fma.look(2 * (PAIRS * router + i));
        fma.look(2 * (PAIRS * router + i) + 1);
      }
      if ((pairs >>> i & 1) != 0) {
        issuePair(router, i, tick);
      }
    }
  }

  /** Lets the host bus of a NIC serve transactions that have become ready. */
  private void serve(int nic, long tick) {
    memory.begin(nic, tick);
    giveUpAll(nic, tick);
    if (collectives != null) {
      collectives.begin(nic, tick);
    }
    int next;
    for (int packet = reaching[nic]; packet != PacketPool.NONE; packet = next) {
      next = pool.behind(packet);
      pool.move(packet, pool.place(packet) & ~STAGED);
      if (!isRequest(packet)) {
        takeResponse(nic, packet, tick);
      } else if (isForeign(pool.first(packet))) {
        measures.totals().count(CascadeCounter.BLOCKED, 1);
        refuse(nic, packet, tick);
      } else if (collectives != null && operation(packet) == AriesOperation.COLLECTIVE) {
        collectives.reach(nic, packet, tick);
      } else if (posted != null && !finds(nic, packet, tick)) {
        refuse(nic, packet, tick);
      } else if (memory.admits(nic, packet, operation(packet), tick)) {
        takeRequest(nic, packet, tick);
      }
    }
    reaching[nic] = PacketPool.NONE;
    completeAll(nic, tick);
    long again = Math.min(memory.end(nic, tick), nextGivenUp(nic));
    if (collectives != null) {
      again = Math.min(again, collectives.end(nic, tick));
    }
    alarm(nic / Dragonfly.NICS, PAIRS + nic % Dragonfly.NICS, again);
    queueResponses(nic);
  }

  /** Returns whether a request has come from another communication domain. */
  private boolean isForeign(long id) {
    return workload.isForeign(CascadePacketId.requester(id), CascadePacketId.target(id));
  }

  /** Answers a request that has reached a NIC, without any other effect. */
  private void refuse(int nic, int packet, long tick) {
    pool.setWord(packet, OPERATION, OperationWord.refused(pool.word(packet, OPERATION)));
    unitDone(nic, packet, tick);
  }

  /** Returns whether there is a buffer for a packet of a Send. */
  private boolean finds(int nic, int packet, long tick) {
    final int requester = CascadePacketId.requester(pool.first(packet));
    final long number = commands.number(CascadePacketId.sequence(pool.first(packet)));
    final int bytes = commands.operationBytes(requester, number);
    final int packets = CascadePackets.ceilDiv(bytes, CascadePackets.MAX_DATA);
    if (!posted.claim(nic, channel(number), requester, number, bytes, packets, tick)) {
      measures.totals().count(CascadeCounter.SENDS_REFUSED, 1);
    }
    return !posted.isRefused(nic, requester, number);
  }

  /** Returns the channel of an operation, by its number. */
  private int channel(long number) {
    return (int) (number % ranks) % keys.engine().channels();
  }

  private void takeResponse(int nic, int packet, long tick) {
    final int data = OperationWord.data(pool.word(packet, OPERATION));
    final AriesOperation operation = operation(packet);
    final long delivered;
    if (operation.fetches() && !OperationWord.isRefused(pool.word(packet, OPERATION))) {
      delivered = bus.takeIn(nic, tick, bus.costs().of(data)) + bus.costs().latency();
    } else {
      delivered =
          bus.takeIn(nic, tick, bus.costs().bare()) + (operation.writes() ? keys.noticeTicks() : 0);
    }
    deliverAt(delivered, packet);
  }

  /** Puts a Put or Get request with known page on the bus. */
  void takeRequest(int nic, int packet, long tick) {
    final long what = pool.word(packet, OPERATION);
    final int ticks =
        OperationWord.operation(what).reads()
            ? bus.costs().bare()
            : bus.costs().of(OperationWord.data(what));
    deliverAt(bus.takeIn(nic, tick, ticks) + bus.costs().latency(), packet);
    if (workload.keys().notifies() && OperationWord.last(what)) {
      final long id = pool.first(packet);
      final long visible = bus.takeIn(nic, tick, eventTicks) + bus.costs().latency();
      final long message = commands.number(CascadePacketId.sequence(id));
      measures
          .digest()
          .add(
              CascadePacketId.target(id),
              CascadePacketId.requester(id),
              message,
              NOTIFIED,
              visible);
    }
  }

  /** Gives up the requests of a NIC whose time is up, which counts as their answers. */
  private void giveUpAll(int nic, long tick) {
    for (int each = giveUp(nic, tick); each != Deadlines.NONE; each = giveUp(nic, tick)) {
      final int transaction = each >>> OPERATION_BITS;
      transactions.fail(transaction);
      noteAnswer(nic, transaction, AriesOperation.of(each & (1 << OPERATION_BITS) - 1));
    }
  }

  /** Puts the events of completed transactions on the bus, in order of operations. */
  private void completeAll(int nic, long tick) {
    final int first = completed[nic];
    completed[nic] = Transactions.NONE;
    int after;
    for (int each = first; each != Transactions.NONE; each = after) {
      after = transactions.after(each);
      complete(nic, each, tick);
    }
  }

  private void complete(int nic, int transaction, long tick) {
    final long visible = bus.takeIn(nic, tick, eventTicks) + bus.costs().latency();
    measures
        .digest()
        .add(
            nodes[nic],
            transactions.peer(transaction),
            transactions.operation(transaction),
            COMPLETED,
            visible);
    final long birth = transactions.birth(transaction);
    final Totals counts = measures.totals();
    counts.count(CascadeCounter.TRANSACTIONS, 1);
    counts.count(CascadeCounter.FAILED, transactions.hasFailed(transaction) ? 1 : 0);
    counts.count(CascadeCounter.LOCAL_TICKS, transactions.closing(transaction) - birth);
    counts.count(CascadeCounter.GLOBAL_TICKS, tick - birth);
    counts.count(CascadeCounter.EVENT_TICKS, visible - birth);
    if (!transactions.hasFailed(transaction)) {
      commands.completed(nic, transaction, transactions.peer(transaction), visible);
    }
    if (workload.keys().blocking() || !transactions.hasRoom(nic)) {
      fma.completed(nic, transactions.queue(transaction), visible);
      touch(nic);
    }
    transactions.forget(nic, transaction);
  }

  /** Queues the responses to all requests completed in a tick, in order of requests. */
  private void queueResponses(int nic) {
    int count = 0;
    int next;
    for (int packet = done[nic]; packet != PacketPool.NONE; packet = next) {
      next = pool.behind(packet);
      pool.putBehind(packet, PacketPool.NONE);
      if (count == sorted.length) {
        sorted = Arrays.copyOf(sorted, 2 * count);
      }
      int hole = count++;
      while (hole > 0
          && Long.compareUnsigned(pool.first(sorted[hole - 1]), pool.first(packet)) > 0) {
        sorted[hole] = sorted[--hole];
      }
      sorted[hole] = packet;
    }
    for (int i = 0; i < count; i++) {
      responses.add(nic, sorted[i]);
    }
    done[nic] = PacketPool.NONE;
  }

  /**
   * Phase 2: records that a unit of a NIC, the atomic one or that of collectives, has completed a
   * request.
   */
  void unitDone(int nic, int packet, long tick) {
    lookAtTile(nic / Dragonfly.NICS, free(nic, packet), tick + 1);
    requestDone(nic, packet, tick);
  }

  /** Returns the address that a request is about. */
  long address(int packet) {
    return commands.address(pool.first(packet), packet);
  }

  PacketPool pool() {
    return pool;
  }

  // ---------------------------------------------------------------- from the NIC to the router

  private void issuePair(int router, int i, long tick) {
    final int pair = PAIRS * router + i;
    if (hasFailed(pair, tick)) {
      closeEngines(2 * pair);
      closeEngines(2 * pair + 1);
      return;
    }
    begin(2 * pair, tick);
    begin(2 * pair + 1, tick);
    issueAll(router, pair, tick);
    begin(2 * pair, tick);
    begin(2 * pair + 1, tick);
    final long tile = nextFreeTile(pair, tick);
    alarm(router, i, Math.min(next(2 * pair, tick, tile), next(2 * pair + 1, tick, tile)));
  }

  /** The engines of a NIC that has failed issue nothing more. */
  private void closeEngines(int nic) {
    if (engine != null) {
      engine.close(nic);
    }
    if (collectives != null) {
      collectives.close(nic);
    }
  }

  private void begin(int nic, long tick) {
    fma.begin(nic, tick);
    if (engine != null) {
      engine.look(nic, tick);
    }
  }

  /** Returns the next tick at which a NIC may issue something just because time has passed. */
  private long next(int nic, long tick, long tile) {
    final long out = bus.outFreeAt(nic);
    final long packets = outstanding.hasRoom(nic) ? tile : NEVER;
    final long quiet = quietUntil(tick);
    long request = fma.next(nic, tick, Math.max(out, quiet), packets);
    if (engine != null) {
      request = Math.min(request, engine.next(nic, tick, out, quiet, packets));
    }
    if (collectives != null) {
      request = Math.min(request, collectives.next(nic, tick, out, quiet, packets));
    }
    final int response = responses.first(nic);
    if (response == PacketPool.NONE) {
      return request;
    }
    final boolean free = goesWithoutHost(response);
    return Math.min(request, free ? tile : nextTry(out, tick, tile));
  }

  /** Returns whether the response that a packet is takes nothing of the way out. */
  private boolean goesWithoutHost(int packet) {
    final long what = pool.word(packet, OPERATION);
    return OperationWord.operation(what).answersWithoutHost() || OperationWord.isRefused(what);
  }

  @Override
  protected int issue(int router, int pair, int nic, long tick) {
    final boolean out = bus.outIsFree(nic, tick);
    if (issueResponse(router, pair, nic, out, tick)) {
      return PACKET;
    }
    if (quietUntil(tick) > tick) {
      return NOTHING;
    }
    final int collective =
        collectives == null ? NOTHING : issueOfCollectives(router, pair, nic, out, tick);
    if (collective != NOTHING) {
      return collective;
    }
    if (engine == null) {
      return out ? issueOfRanks(router, pair, nic, tick) : NOTHING;
    }
    final boolean ranksFirst = !issuedByRanks[nic];
    int issued = ranksFirst && out ? issueOfRanks(router, pair, nic, tick) : NOTHING;
    if (issued == NOTHING) {
      issued = issueOfEngine(router, pair, nic, out, tick);
    }
    return issued == NOTHING && !ranksFirst && out ? issueOfRanks(router, pair, nic, tick) : issued;
  }

  private boolean issueResponse(int router, int pair, int nic, boolean out, long tick) {
    final int packet = responses.first(nic);
    if (packet == PacketPool.NONE || (!out && !goesWithoutHost(packet))) {
      return false;
    }
    final int flits = packetWords.flits(pool.third(packet));
    final int tile = freeTile(pair, CascadePacketId.RESPONSE, flits, tick);
    if (tile < 0) {
      return false;
    }
    responses.remove(nic);
    measures.injectAnswer(tick);
    pool.move(packet, placeBehind(router, tile, CascadePacketId.RESPONSE));
    enter(
        tile,
        CascadePacketId.RESPONSE,
        packet,
        flits,
        tick,
        tick + sendResponse(nic, packet, tick));
    return true;
  }

  /** Reserves the bus for a response; returns the ticks until it is at the router. */
  private int sendResponse(int nic, int packet, long tick) {
    final AriesOperation operation = operation(packet);
    if (operation.reads()) {
      if (!readSlots.hasRoom(nic, 1)) {
        lookAtTiles(nic, tick + 1);
      }
      readSlots.free(nic, 1);
    }
    if (goesWithoutHost(packet)) {
      return keys.outTicks();
    }
    if (operation.writes()) {
      bus.takeOut(nic, tick, bus.costs().bare());
      return keys.outTicks() + keys.noticeTicks();
    }
    bus.takeOut(nic, tick, bus.costs().of(OperationWord.data(pool.word(packet, OPERATION))));
    return design.toRouterTicks();
  }

  /** Issues the first packet of a NIC's collectives, or has a post take the way out. */
  private int issueOfCollectives(int router, int pair, int nic, boolean out, long tick) {
    final int flits = AriesOperation.COLLECTIVE.requestFlits(0);
    final int tile =
        collectives.hasPacket(nic) && outstanding.hasRoom(nic)
            ? freeTile(pair, CascadePacketId.REQUEST, flits, tick)
            : -1;
    if (tile >= 0) {
      final int packet =
          addRequest(
              nic,
              collectives.destination(nic),
              collectives.sequence(nic),
              collectives.birth(nic),
              placeBehind(router, tile, CascadePacketId.REQUEST),
              OperationWord.of(AriesOperation.COLLECTIVE, 0, 0, false),
              tick);
      collectives.issued(nic, packet);
      enter(tile, CascadePacketId.REQUEST, packet, flits, tick, tick + keys.outTicks());
      return PACKET;
    }
    final int post = out ? collectives.post(nic) : -1;
    if (post < 0) {
      return NOTHING;
    }
    bus.takeOut(nic, tick, bus.costs().of(AriesDesign.COLLECTIVE_BYTES));
    collectives.posted(nic, post, tick + bus.costs().latency());
    alarm(router, PAIRS + nic % Dragonfly.NICS, tick + bus.costs().latency());
    return NO_PACKET;
  }

  /** Issues the packet that a NIC's block transfer engine offers, if it can go. */
  private int issueOfEngine(int router, int pair, int nic, boolean out, long tick) {
    final int channel = engine.offered(nic, tick);
    if (channel < 0 || !outstanding.hasRoom(nic)) {
      return NOTHING;
    }
    final DescriptorLines lines = commands.lines();
    final AriesOperation operation = lines.operation(channel);
    final int data = lines.data(channel);
    final int flits = operation.requestFlits(data);
    final boolean fromHost = operation.writes();
    final int tile = out || !fromHost ? freeTile(pair, CascadePacketId.REQUEST, flits, tick) : -1;
    if (tile < 0) {
      return NOTHING;
    }
    if (fromHost) {
      bus.takeOut(nic, tick, bus.costs().of(data));
    }
    issuedByRanks[nic] = false;
    final int transaction = engine.transaction(channel);
    final long sequence = lines.sequence(channel);
    final boolean last = lines.endsOperation(channel);
    final int packet =
        issueRequest(
            router,
            nic,
            lines.destination(channel),
            sequence,
            engine.birth(channel),
            tile,
            OperationWord.of(operation, transaction, data, last),
            tick);
    transactions.issued(transaction);
    if (last) {
      final int number = Math.toIntExact(commands.number(sequence));
      transactions.close(transaction, number, lines.destination(channel), tick);
      fma.finished(nic, engine.queue(channel));
    }
    engine.issued(nic, channel, packet, data, tick);
    final int delay = fromHost ? design.toRouterTicks() : keys.outTicks();
    enter(tile, CascadePacketId.REQUEST, packet, flits, tick, tick + delay);
    return PACKET;
  }

  private int issueOfRanks(int router, int pair, int nic, long tick) {
    for (int i = 0; i < ranks && fma.issuing(nic) > 0; i++) {
      final int queue = fma.inTurn(nic, i);
      if (!fma.mayIssue(queue, tick)) {
        continue;
      }
      if (!fma.isOpened(queue)) {
        open(nic, queue, tick);
        return NO_PACKET;
      }
      final int data = commands.data(queue);
      final int flits = commands.operation(queue).requestFlits(data);
      final int tile =
          outstanding.hasRoom(nic) ? freeTile(pair, CascadePacketId.REQUEST, flits, tick) : -1;
      if (tile >= 0) {
        final int bytes =
            workload.keys().launched()
                ? AriesDesign.LAUNCH_BYTES
                : commands.operation(queue).requestBytes(data);
        bus.takeOut(nic, tick, bus.costs().of(bytes));
        fma.served(nic, queue);
        issuedByRanks[nic] = true;
        final int packet =
            issueRequest(
                router,
                nic,
                commands.destination(queue),
                commands.sequence(queue),
                fma.birth(queue),
                tile,
                OperationWord.of(
                    commands.operation(queue),
                    fma.transaction(queue),
                    data,
                    commands.endsOperation(queue)),
                tick);
        fma.issued(nic, queue, packet, tick);
        enter(tile, CascadePacketId.REQUEST, packet, flits, tick, tick + design.toRouterTicks());
        return PACKET;
      }
    }
    return NOTHING;
  }

  /** Lets a rank open its transaction, or post its descriptor. */
  private void open(int nic, int queue, long tick) {
    if (commands.operation(queue).inBlocks()) {
      bus.takeOut(nic, tick, bus.costs().of(AriesDesign.DESCRIPTOR_BYTES));
      engine.post(nic, queue, fma.birth(queue), fma.transaction(queue), tick);
      fma.posted(nic, queue);
    } else {
      bus.takeOut(nic, tick, keys.openTicks());
      fma.opened(nic, queue);
    }
  }

  /** Creates a request of a transaction, and waits for its answer; returns its packet. */
  private int issueRequest(
      int router, int nic, int target, long sequence, long birth, int tile, long what, long tick) {
    final int place = placeBehind(router, tile, CascadePacketId.REQUEST);
    final int packet = addRequest(nic, target, sequence, birth, place, what, tick);
    final int operation = OperationWord.operation(what).number();
    await(nic, packet, OperationWord.transaction(what) << OPERATION_BITS | operation, tick);
    alarm(router, PAIRS + nic % Dragonfly.NICS, nextGivenUp(nic));
    return packet;
  }

  /** Creates a request that a NIC issues; returns its packet. */
  private int addRequest(
      int nic, int target, long sequence, long birth, int place, long what, long tick) {
    final int packet =
        pool.add(
            CascadePacketId.request(nodes[nic], target, sequence),
            PacketTimes.of(birth, tick),
            place);
    final int data = OperationWord.data(what);
    pool.setThird(packet, packetWords.of(OperationWord.operation(what).requestFlits(data)));
    pool.setWord(packet, OPERATION, what);
    measures.inject(data, 1, tick);
    measures.expectAnswer();
    measures.request(tick);
    outstanding.add(nic);
    return packet;
  }

  // ---------------------------------------------------------------- what is reported

  @Override
  public boolean atRest() {
    return (engine == null || engine.isAtRest())
        && (posted == null || mayLose() || posted.isAtRest())
        && (collectives == null || collectives.isAtRest())
        && readSlots.areEmpty()
        && memory.isAtRest()
        && super.atRest();
  }

  @Override
  protected void close(int nic) {
    for (int queue = ranks * nic; queue < ranks * (nic + 1); queue++) {
      commands.close(queue);
    }
    if (engine != null) {
      engine.closeLines(nic);
    }
  }

  /** The answer to a packet of a collective means nothing to it. */
  @Override
  protected void lose(int packet) {
    if (operation(packet) != AriesOperation.COLLECTIVE) {
      commands.gone(packet);
    } else if (isRequest(packet)) {
      commands.underWay(CascadePacketId.requester(pool.first(packet)), -1);
    }
  }

  @Override
  protected void giveBack(int nic, int packet) {
    if (operation(packet).reads()) {
      readSlots.free(nic, 1);
    }
  }
}
