package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceOperation;
import io.hopwright.models.reference.messaging.ReferenceCommunicator;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/** NIC of {@code docs/models/aries-nic.md} and the host behind it. */
final class ReferenceAriesNic extends ReferenceNic {
  private static final int EVENT = 2;
  private static final int NOTIFICATION = 3;

  private final ReferenceAriesParameters parameters;
  private final List<ReferenceAriesRank> ranks = new ArrayList<>();
  private final List<ReferenceServer> cores = new ArrayList<>();
  private final ReferenceServer launchServer;
  private final ReferenceAtomicUnit atomicUnit;
  private final ReferenceTranslation translation;
  private final ReferenceTransferEngine engine;
  private final ReferenceSendBuffers buffers;

  /** Null without jobs. */
  private final ReferenceCollectiveEngine collectives;

  /** Whether its last request was one of the engine, not of the ranks. */
  private boolean engineIssuedLast = true;

  /** Each direction of the host bus is free from then on. */
  private long outFreeFrom;

  private long inFreeFrom;

  /**
   * Responses that have arrived, in order of their ticks, and in one tick in order of (requester,
   * q).
   */
  private final PriorityQueue<ReferenceNicPacket> responses =
      new PriorityQueue<>(
          Comparator.comparingLong((ReferenceNicPacket response) -> response.birthTick)
              .thenComparingInt(response -> response.requester)
              .thenComparingLong(response -> response.sequence));

  /** Transactions begun and not globally complete. */
  private int transactions;

  /** Read slots in use. */
  private int reads;

  /** Ranks to be asked first whether they begin, and what they issue. */
  private int beginPointer;

  private int issuePointer;

  /** Fills that wait for out, each with its effect on arrival. */
  private final Deque<Runnable> fills = new ArrayDeque<>();

  // What happens in this tick.
  private final List<Runnable> filled = new ArrayList<>();
  private final List<ReferenceReached> translated = new ArrayList<>();
  private final List<ReferenceReached> reached = new ArrayList<>();
  private final List<ReferenceTransaction> completed = new ArrayList<>();
  private final List<Long> wordsToRead = new ArrayList<>();
  private final List<ReferenceTranslation.Walk> walksToRead = new ArrayList<>();
  private int writeBacks;
  private final List<ReferenceCollectiveEngine.Result> results = new ArrayList<>();

  ReferenceAriesNic(ReferenceAries aries, int number, int node) {
    super(aries, number, node);
    parameters = cascade.config.aries;
    for (int rank = 0; rank < cascade.ranksOfNode(); rank++) {
      ranks.add(
          cascade.hasJobs()
              ? new ReferenceTransferRank(this, rank, (ReferenceAriesJobs) cascade.jobs)
              : new ReferenceFmaRank(this, rank));
    }
    for (int core = 0; core < parameters.cores; core++) {
      cores.add(new ReferenceServer(parameters.coreSixteenths));
    }
    launchServer = new ReferenceServer(parameters.launchSixteenths);
    atomicUnit = new ReferenceAtomicUnit(this);
    translation = new ReferenceTranslation(this);
    engine = new ReferenceTransferEngine(this);
    buffers = new ReferenceSendBuffers(cascade);
    collectives =
        cascade.jobs instanceof ReferenceAriesJobs jobs
            ? new ReferenceCollectiveEngine(this, jobs.collectives())
            : null;
  }

  @Override
  void start() {
    ranks.forEach(ReferenceAriesRank::start);
  }

  void wake(long tick) {
    cascade.wake(tick, aries);
  }

  private int transactionTicks(int bytes) {
    return cascade.config.transactionTicks(bytes);
  }

  private int wordTicks() {
    return transactionTicks(ReferenceAriesParameters.WORD);
  }

  // ----------------------------------------------------------------------------------- ranks

  ReferenceServer core(int rank) {
    return cores.get(rank % parameters.cores);
  }

  ReferenceServer launchServer() {
    return launchServer;
  }

  int transactions() {
    return transactions;
  }

  /** A transaction is begun. */
  void begun() {
    transactions++;
  }

  @Override
  void beforeIssues(long tick) {
    for (final ReferenceAriesRank rank : ranks) {
      if (rank.launches(tick)) {
        rank.launch(tick);
      }
    }
    afterIssues(tick);
  }

  /** Starts operations in turn, from the one after the last that began. */
  @Override
  void afterIssues(long tick) {
    final int first = beginPointer;
    for (int i = 0; i < ranks.size(); i++) {
      final ReferenceAriesRank rank = ranks.get((first + i) % ranks.size());
      if (rank.begins(tick)) {
        rank.begin(tick);
        beginPointer = (rank.number + 1) % ranks.size();
        wake(tick + 1); // a descriptor may go although nothing else happens
      }
    }
    if (!aries.hasFailed(tick)) {
      engine.look(tick);
    }
  }

  // ---------------------------------------------------------------------------------- issues

  @Override
  boolean issue(ReferenceNicPair pair, long tick) {
    if (issueResponse(pair, tick)) {
      return true;
    }
    if (aries.hasFailed(tick)) {
      return false;
    }
    if (collectives != null && issueOfCollectives(pair, tick)) {
      return true;
    }
    return engineIssuedLast
        ? issueOfRanks(pair, tick) || issueOfEngine(pair, tick)
        : issueOfEngine(pair, tick) || issueOfRanks(pair, tick);
  }

  private boolean issueResponse(ReferenceNicPair pair, long tick) {
    final ReferenceNicPacket response = responses.peek();
    if (response == null || pair.freeTile(response, tick) < 0) {
      return false;
    }
    long arrivalTick = tick + parameters.outTicks;
    if (response.isAnsweredByHost()) {
      if (outFreeFrom > tick) {
        return false;
      }
      final boolean get = response.operation.isGet();
      arrivalTick += get ? parameters.busTicks : parameters.noticeTicks;
      takeOut(get ? transactionTicks(response.bytes) : ReferenceAriesParameters.READ_TICKS, tick);
      reads -= get ? 1 : 0;
      wake(tick + 1);
    } else if (response.operation.isGet()) {
      reads--;
      wake(tick + 1);
    }
    responses.remove();
    pair.send(response, tick, arrivalTick);
    cascade.onIssue(response);
    return true;
  }

  /** Issues the first packet of the queue; if none can be issued, the waiting post. */
  private boolean issueOfCollectives(ReferenceNicPair pair, long tick) {
    final ReferenceCollectivePacket packet = collectives.first();
    if (packet != null
        && outstanding < cascade.config.outstanding
        && pair.freeTile(packet, tick) >= 0
        && !isQuiet(tick)) {
      outstanding++;
      pair.send(packet, tick, tick + parameters.outTicks);
      cascade.onIssue(packet);
      awaitAnswer(packet);
      collectives.issued();
      return true;
    }
    if (!collectives.hasPost() || outFreeFrom > tick || isQuiet(tick)) {
      return false;
    }
    takeOut(transactionTicks(ReferenceAriesParameters.COLLECTIVE_BYTES), tick);
    collectives.post(tick);
    return true;
  }

  private boolean issueOfRanks(ReferenceNicPair pair, long tick) {
    for (int i = 0; i < ranks.size(); i++) {
      final ReferenceAriesRank rank = ranks.get((issuePointer + i) % ranks.size());
      if (outFreeFrom <= tick && rank.mayIssue(tick) && issue(rank, pair, tick)) {
        issuePointer = (rank.number + 1) % ranks.size();
        return true;
      }
    }
    return false;
  }

  private boolean issue(ReferenceAriesRank rank, ReferenceNicPair pair, long tick) {
    final ReferenceNicPacket request = rank.next();
    final boolean opens = rank.isToBeOpened();
    final boolean goes =
        outstanding < cascade.config.outstanding && pair.freeTile(request, tick) >= 0;
    if ((!opens && !goes) || isQuiet(tick)) {
      return false;
    }
    if (opens) {
      open(rank, tick);
      return true;
    }
    outstanding++;
    takeOut(requestTicks(request), tick);
    pair.send(request, tick, tick + parameters.busTicks + parameters.outTicks);
    cascade.onIssue(request);
    expectAnswer(request, tick);
    rank.issued(tick);
    engineIssuedLast = false;
    return true;
  }

  private void open(ReferenceAriesRank rank, long tick) {
    if (rank.next().operation.isOfEngine()) {
      engine.write(rank, rank.handOver(tick), tick);
      takeOut(transactionTicks(ReferenceAriesParameters.DESCRIPTOR_BYTES), tick);
    } else {
      rank.open();
      takeOut(parameters.openTicks, tick);
    }
  }

  private boolean issueOfEngine(ReferenceNicPair pair, long tick) {
    final ReferenceNicPacket request = engine.offer(tick);
    if (request == null
        || (request.operation.isPut() && outFreeFrom > tick)
        || outstanding >= cascade.config.outstanding
        || pair.freeTile(request, tick) < 0
        || isQuiet(tick)) {
      return false;
    }
    outstanding++;
    if (request.operation.isPut()) {
      takeOut(transactionTicks(request.bytes), tick);
    }
    final int busTicks = request.operation.isPut() ? parameters.busTicks : 0;
    pair.send(request, tick, tick + busTicks + parameters.outTicks);
    cascade.onIssue(request);
    expectAnswer(request, tick);
    engine.issued(request, tick);
    engineIssuedLast = true;
    return true;
  }

  private int requestTicks(ReferenceNicPacket request) {
    if (parameters.launch) {
      return transactionTicks(ReferenceAriesParameters.LAUNCH_BYTES);
    }
    return request.operation.isPut() ? transactionTicks(request.bytes) : wordTicks();
  }

  private void takeOut(int ticks, long tick) {
    outFreeFrom = tick + ticks;
    wake(outFreeFrom);
  }

  /** A rank posts a transfer. */
  void post(ReferenceTransfer transfer, long tick) {
    ((ReferenceTransferRank) ranks.get(transfer.sourceSlot())).post(transfer, tick);
  }

  /** The node joins a collective. */
  void join(ReferenceCommunicator communicator, long tick) {
    collectives.join(communicator, tick);
  }

  // --------------------------------------------------------------------------------- buffers

  @Override
  boolean admits(ReferenceCascadePacket packet) {
    return !((ReferenceNicPacket) packet).isGetRequest() || reads < parameters.readsPending;
  }

  @Override
  void take(ReferenceCascadePacket packet, ReferenceTileOutput tile, long tick) {
    final ReferenceNicPacket granted = (ReferenceNicPacket) packet;
    reads += granted.isGetRequest() ? 1 : 0;
    final long there = tick + parameters.inTicks;
    final ReferenceReached arrival = new ReferenceReached(granted, tile, there);
    final boolean answersCollective = granted.isOfCollective() && !granted.isRequest();
    cascade.at(
        there, aries, answersCollective ? () -> deliver(arrival) : () -> reached.add(arrival));
  }

  private void deliver(ReferenceReached reached) {
    final ReferenceNicPacket packet = reached.packet();
    leaves(packet, reached.tile());
  }

  @Override
  void delivered(ReferenceCascadePacket delivered) {
    final ReferenceNicPacket packet = (ReferenceNicPacket) delivered;
    if (packet.isRequest()) {
      responses.add(new ReferenceNicPacket(packet, cascade.now()));
      cascade.add("responses", 1);
      if (packet.operation == ReferenceOperation.BTE_SEND && !packet.isRefused()) {
        buffers.delivered(packet, cascade.now());
      }
      if (packet.last && !packet.isRefused()) {
        cascade.completions.onOperation(packet.birthTick, cascade.now());
      }
    } else if (packet.isOfCollective()) {
      outstanding--;
    } else {
      answered(packet.transaction);
    }
  }

  @Override
  void timeOut(ReferenceCascadePacket request) {
    final ReferenceTransaction transaction = ((ReferenceNicPacket) request).transaction;
    transaction.fail();
    answered(transaction);
  }

  @Override
  void discardResponses() {
    while (!responses.isEmpty()) {
      final ReferenceNicPacket response = responses.remove();
      reads -= response.operation.isGet() ? 1 : 0;
      cascade.onDiscardBeforeIssue(response);
    }
    if (collectives != null) {
      collectives.discard();
    }
  }

  private void answered(ReferenceTransaction transaction) {
    outstanding--;
    transaction.answered();
    if (transaction.isGloballyComplete()) {
      transactions--;
      completed.add(transaction);
    }
  }

  /** A unit is done with a request; its place is free for grants of the next tick on. */
  void deliverInPhaseTwo(ReferenceReached request) {
    deliver(request);
    wake(cascade.now() + 1);
  }

  // ---------------------------------------------------------------------- what takes the bus

  @Override
  void act(long tick) {
    super.act(tick);
    filled.forEach(Runnable::run);
    filled.clear();
    reached.sort(Comparator.comparingInt(packet -> packet.tile().port()));
    reached.forEach(this::reach);
    reached.clear();
    atomicUnit.act(tick);
    if (collectives != null) {
      collectives.act(tick);
    }
    translation.startWalks();
    takeIn(tick);
    takeFill(tick);
  }

  private void reach(ReferenceReached packet) {
    final boolean request = packet.packet().isRequest();
    if (request && parameters.isForeign(packet.packet().requester, packet.packet().target)) {
      packet.packet().refuse();
      cascade.add("requestsBlocked", 1);
      deliverInPhaseTwo(packet);
    } else if (request
        && packet.packet().operation == ReferenceOperation.BTE_SEND
        && !buffers.admits(packet.packet(), packet.tick())) {
      packet.packet().refuse();
      deliverInPhaseTwo(packet);
    } else if (packet.packet().isOfCollective()) {
      collectives.reach(packet);
    } else if (request && packet.packet().operation.isAtomic()) {
      atomicUnit.join(packet);
    } else if (request && !translation.finds(packet.packet().address)) {
      translation.await(packet);
    } else {
      translated.add(packet);
    }
  }

  /** The page of a packet has come. */
  void translated(ReferenceReached packet) {
    translated.add(packet);
  }

  /** The atomic unit misses a word. */
  void miss(long word, long address) {
    if (translation.finds(address)) {
      readOfWord(word);
    } else {
      translation.await(word, address);
    }
  }

  /** Schedules the read of a word. */
  void readOfWord(long word) {
    wordsToRead.add(word);
  }

  /** Schedules the read of an entry of a page table. */
  void readOfWalk(ReferenceTranslation.Walk walk) {
    walksToRead.add(walk);
  }

  /** Schedules the write of an evicted word. */
  void writeBack() {
    writeBacks++;
  }

  /** Schedules the write of a collective's result. */
  void result(ReferenceCollectiveEngine.Result result) {
    results.add(result);
  }

  /** "What is ready for in", in its order. */
  private void takeIn(long tick) {
    translated.forEach(packet -> takeIn(packet, tick));
    translated.clear();
    completed.sort(Comparator.comparingLong(ReferenceTransaction::lastMessage));
    completed.forEach(transaction -> completionEvent(transaction, tick));
    completed.clear();
    wordsToRead.forEach(word -> read(tick, at -> atomicUnit.come(word, at)));
    wordsToRead.clear();
    walksToRead.forEach(walk -> read(tick, at -> translation.come(walk)));
    walksToRead.clear();
    for (; writeBacks > 0; writeBacks--) {
      in(wordTicks(), tick);
    }
    for (final ReferenceCollectiveEngine.Result result : results) {
      final int ticks = transactionTicks(ReferenceAriesParameters.COLLECTIVE_BYTES);
      collectives.written(result, in(ticks, tick) + parameters.busTicks);
    }
    results.clear();
  }

  /** Serves an item of in; returns its end. */
  private long in(int ticks, long tick) {
    inFreeFrom = Math.max(inFreeFrom, tick) + ticks;
    return inFreeFrom;
  }

  private void takeIn(ReferenceReached reached, long tick) {
    final ReferenceNicPacket packet = reached.packet();
    final long end = in(inTicks(packet), tick);
    cascade.at(end + delayBehindIn(packet), aries, () -> deliver(reached));
    if (parameters.notify && packet.last) {
      final long visible = in(wordTicks(), tick) + parameters.busTicks;
      cascade.enter(node, packet.requester, 0, packet.message, NOTIFICATION, visible);
    }
  }

  private int inTicks(ReferenceNicPacket packet) {
    final boolean data =
        packet.isRequest() != packet.operation.fetches()
            && (packet.isRequest() || !packet.isRefused());
    return data ? transactionTicks(packet.bytes) : ReferenceAriesParameters.READ_TICKS;
  }

  private int delayBehindIn(ReferenceNicPacket packet) {
    if (packet.isRequest() || (packet.operation.fetches() && !packet.isRefused())) {
      return parameters.busTicks;
    }
    return packet.operation.isPut() ? parameters.noticeTicks : 0;
  }

  private void completionEvent(ReferenceTransaction transaction, long tick) {
    final long visible = in(wordTicks(), tick) + parameters.busTicks;
    cascade.enter(node, transaction.lastTarget(), 0, transaction.lastMessage(), EVENT, visible);
    cascade.completions.onTransaction(transaction, tick, visible);
    transaction.rank.eventVisible(transaction, visible);
  }

  /** Reads memory, which a fill brings over out. */
  private void read(long tick, LongConsumer there) {
    final long inMemory = in(ReferenceAriesParameters.READ_TICKS, tick) + parameters.busTicks;
    cascade.at(inMemory, aries, () -> fills.add(() -> there.accept(cascade.now())));
  }

  /** The block transfer engine reads from memory; returns when its data are there. */
  long readOfEngine(long tick) {
    return in(ReferenceAriesParameters.READ_TICKS, tick) + parameters.busTicks;
  }

  private void takeFill(long tick) {
    if (fills.isEmpty() || outFreeFrom > tick) {
      return;
    }
    final Runnable fill = fills.remove();
    takeOut(wordTicks(), tick);
    cascade.at(outFreeFrom + parameters.busTicks, aries, () -> filled.add(fill));
  }

  // ---------------------------------------------------------------------------------- checks

  @Override
  boolean isSilent() {
    return outstanding == 0
        && responses.isEmpty()
        && (aries.hasFailed(cascade.now())
            || ranks.stream().allMatch(ReferenceAriesRank::isSilent));
  }

  @Override
  boolean isHome() {
    return super.isHome()
        && reads == 0
        && fills.isEmpty()
        && atomicUnit.isSilent()
        && translation.isSilent()
        && (collectives == null || collectives.isSilent());
  }

  @Override
  void checkConservation() {
    super.checkConservation();
    if (reads < 0 || reads > parameters.readsPending || transactions > parameters.transactions) {
      throw new IllegalStateException(
          "node " + node + ", tick " + cascade.now() + ": more reads or transactions than may be");
    }
  }

  @Override
  long emptyTicks(ReferenceCascadePacket request) {
    final ReferenceNicPacket packet = (ReferenceNicPacket) request;
    final long there = (long) parameters.busTicks + parameters.outTicks + parameters.inTicks;
    final long back = (long) parameters.outTicks + parameters.inTicks + parameters.busTicks;
    final long unit = new ReferenceServer(parameters.unitSixteenths).end(0);
    final long collectiveUnit = new ReferenceServer(parameters.collectiveSixteenths).end(0);
    if (packet.isRefused()) {
      return there;
    }
    return switch (packet.operation) {
      case PUT, SCATTER, BTE_PUT, BTE_SEND ->
          there + transactionTicks(packet.bytes) + parameters.busTicks;
      case GET, BTE_GET ->
          there
              + ReferenceAriesParameters.READ_TICKS
              + (packet.operation == ReferenceOperation.GET ? 2L : 1L) * parameters.busTicks
              + back
              + transactionTicks(packet.bytes);
      case AMO -> there + unit;
      case FETCH_AMO -> there + unit + back + wordTicks();
      case COLLECTIVE -> (long) parameters.outTicks + parameters.inTicks + collectiveUnit;
    };
  }
}
