package io.hopwright.models.messaging.ranks;

import static io.hopwright.models.messaging.ranks.Ranks.NONE;

import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.Foreground;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.path.Arrived;
import io.hopwright.models.messaging.path.PathLog;
import io.hopwright.models.messaging.path.PathWork;
import io.hopwright.models.messaging.path.RankLog;
import io.hopwright.models.messaging.ranks.Ranks.Status;
import io.hopwright.models.messaging.ranks.Ranks.Work;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.RankActivity;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Waiting;

/**
 * Processors of a partition's ranks: they perform one piece of work after the other, each with its
 * effect at its end ({@code docs/models/messaging.md}, "The processor"). Confined to its partition.
 */
final class Processors {
  /** Operations that a rank may do in one tick. */
  private static final int MOST_IN_A_TICK = 1_000_000;

  private static final int ROUND_SHIFT = 40;

  private final JobTable table;
  private final Software software;
  private final PlacedJob[] jobs;
  private final ComputeClock[] clocks;
  private final Ranks ranks;
  private final Requests requests;
  private final InboundMessages inbound;
  private final Transfers transfers;
  private final Messaging messaging;
  private final Matching matching;
  private final RankStatistics statistics;
  private final OpenRequests waits;
  private final TakenMessages taken = new TakenMessages();

  /** Null if no job has graphs. */
  private final GraphRanks graphs;

  private final Transport.Coupled coupled;
  private final Foreground foreground;
  private final boolean counts;

  /** Whether it waits and its processor is idle, by rank, if needed. */
  private final boolean[] atRest;

  /** Null if nothing is done by hardware. */
  private final JoinedCommunicators joins;

  private final Digesting digest;

  /** Null unless the order of work is compared. */
  private final WorkOrder order;

  /** Null unless critical paths are found. */
  private final PathLog path;

  /** Ticks of the arrival that begins for which its bytes come in, beyond what the CPU takes. */
  private long bytesTicks;

  /** Message that the reply that begins is about. */
  private int replyOf;

  private final boolean offload;
  private final boolean inCallsOnly;
  private final Operation operation = new Operation();
  private int operations;
  private long operationsDone;
  private int running;

  /** Listener for the work that ranks have done, for digests. */
  @FunctionalInterface
  interface Digesting {
    /** An operation of a rank is complete. */
    void add(int job, int rank, long operation, long tick);
  }

  Processors(Messaging.World world, Messaging messaging, JobStatistics jobStatistics) {
    table = world.table();
    jobs = table.jobs().toArray(PlacedJob[]::new);
    software = world.software();
    clocks =
        table.jobs().stream()
            .map(job -> new ComputeClock(job, world.rate(), world.noise()))
            .toArray(ComputeClock[]::new);
    this.messaging = messaging;
    ranks = messaging.ranks;
    requests = messaging.requests;
    inbound = messaging.inbound;
    transfers = messaging.transfers;
    coupled = messaging.coupled;
    joins = messaging.joins;
    foreground = messaging.foreground;
    digest = messaging.digest;
    order = messaging.order;
    path = messaging.path;
    matching = new Matching(ranks, requests, inbound, jobStatistics);
    statistics = new RankStatistics(table, ranks, jobStatistics, path);
    waits = new OpenRequests(ranks, requests, software, statistics, path);
    graphs =
        GraphRanks.isIn(table)
            ? new GraphRanks(table, ranks, requests, waits, statistics, this, path)
            : null;
    counts = foreground.counts();
    atRest = new boolean[counts ? ranks.count : 0];
    offload = software.progress() == ProgressKind.OFFLOAD;
    inCallsOnly = software.progress() == ProgressKind.CALLS;
    for (int r = 0; r < ranks.count; r++) {
      running += job(r).background() ? 0 : 1;
      foreground.add(ranks.job(r), 1);
    }
  }

  private PlacedJob job(int r) {
    return jobs[ranks.job(r)];
  }

  /** Returns the measurements up to a tick. */
  JobStatistics statisticsAt(long stopTick) {
    return statistics.at(stopTick);
  }

  /** Returns how many ranks have not ended of jobs that are waited for. */
  int running() {
    return running;
  }

  /** Returns how many operations ranks of jobs that are waited for have begun. */
  long operationsDone() {
    return operationsDone;
  }

  // ---------------------------------------------------------------- one piece after the other

  /**
   * Ends the work that is complete in this tick, then begins the next work of the processor if
   * possible.
   */
  void run(int r, long tick) {
    if (ranks.status(r) == Status.NOT_STARTED) {
      if (tick < job(r).startTick()) {
        return;
      }
      ranks.setStatus(r, isGraph(r) ? Status.GRAPH : Status.RUNNING);
    }
    operations = 0;
    if (isGraph(r)) {
      runGraph(r, tick);
      return;
    }
    while (ranks.busyUntil(r) <= tick) {
      if (ranks.work(r) != Work.NONE) {
        finish(r, tick);
      }
      if (!begin(r, tick)) {
        note(r, ranks.status(r) == Status.WAITING || ranks.isOver(r));
        return;
      }
    }
    note(r, false);
  }

  /** Records whether a rank is at rest after a tick. */
  private void note(int r, boolean rests) {
    if (counts && atRest[r] != rests) {
      atRest[r] = rests;
      foreground.add(ranks.job(r), rests ? -1 : 1);
    }
  }

  private boolean isGraph(int r) {
    return graphs != null && graphs.has(r);
  }

  /** Runs a rank with streams beside its processor, as {@link #run} does without. */
  private void runGraph(int r, long tick) {
    graphs.advance(r, tick);
    while (ranks.busyUntil(r) <= tick) {
      if (ranks.work(r) != Work.NONE) {
        finish(r, tick);
        graphs.advance(r, tick);
      }
      if (!begin(r, tick)) {
        note(r, ranks.isOver(r) || !graphs.rank(r).isAtWork());
        return;
      }
      graphs.advance(r, tick);
    }
    note(r, false);
  }

  private boolean begin(int r, long tick) {
    return (ranks.lastReply(r) != NONE && beginReply(r, tick))
        || (ranks.lastArrival(r) != NONE && mayTakeIn(r) && beginArrival(r, tick))
        || beginNext(r, tick);
  }

  /** Keeps a processor busy from this tick on. */
  private void busy(int r, Work work, RankActivity state, long ticks, long tick) {
    if (ticks >= RunPlan.MAX_TICKS - tick) {
      throw cannot(r, "is busy for " + ticks + " ticks, beyond the end of the clock");
    }
    if (path != null) {
      trace(r, work, ticks, tick);
    }
    ranks.setWork(r, work);
    ranks.setBusyUntil(r, tick + ticks);
    if (order != null) {
      order.work(r, work, subject(r, work), ticks);
    }
    if (ticks > 0) {
      messaging.transport.wakeAt(tick + ticks, ranks.node(r));
      if (ranks.status(r) != Status.ENDED) {
        final boolean waits = waits(r);
        statistics.work(r, state, tick, ticks, waits);
        if (waits) {
          ranks.setWaitWork(r, ranks.waitWork(r) + ticks);
        }
      }
    }
  }

  /** Logs why a processor begins a piece of work, and that it does. */
  private void trace(int r, Work work, long ticks, long tick) {
    final long free = ranks.busyUntil(r);
    final PathWork kind =
        switch (work) {
          case NONE, COMPUTE -> PathWork.COMPUTE;
          case SEND -> PathWork.SEND;
          case RECEIVE -> PathWork.RECEIVE;
          case WAIT_END -> PathWork.WAIT_END;
          case REPLY -> PathWork.REPLY;
          case ARRIVAL -> PathWork.ARRIVAL;
          case JOIN -> PathWork.JOIN;
        };
    if (work == Work.ARRIVAL) {
      messaging.traceCause(ranks.subject(r));
      path.beginArrival(r, free, tick);
      path.work(r, PathWork.BYTES, tick, tick + bytesTicks, 0);
      path.work(r, kind, tick + bytesTicks, tick + ticks, inbound.message(ranks.subject(r)));
    } else if (work == Work.REPLY) {
      path.begin(r, free, free, RankLog.PROCESSOR, tick);
      path.work(r, kind, tick, tick + ticks, replyOf);
    } else {
      if (isGraph(r)) {
        graphs.traceBegin(r, graphs.rank(r).current, free, tick);
      } else {
        path.begin(r, free, tick);
      }
      path.work(r, kind, tick, tick + ticks, operationOf(r));
    }
  }

  /** Returns the number of the operation that a processor works on. */
  private long operationOf(int r) {
    return number(r, isGraph(r) ? graphs.rank(r).current : ranks.operations(r) - 1);
  }

  /** Returns which of all pieces of work of its kind a rank begins, the same on all partitions. */
  private long subject(int r, Work work) {
    return switch (work) {
      case ARRIVAL -> inbound.identity(ranks.subject(r));
      case REPLY, SEND ->
          ranks.subject(r) == Transfers.NONE ? 0 : transfers.identity(ranks.subject(r));
      default -> isGraph(r) ? graphs.rank(r).current : ranks.operations(r);
    };
  }

  private boolean waits(int r) {
    final Status status = ranks.status(r);
    return status == Status.WAITING || (status == Status.GRAPH && graphs.rank(r).waits);
  }

  private void finish(int r, long tick) {
    final Work work = ranks.work(r);
    ranks.setWork(r, Work.NONE);
    switch (work) {
      case NONE -> {}
      case COMPUTE -> completeCurrent(r, tick);
      case SEND -> {
        postSubject(r, tick);
        awaitIfBlocking(r, ranks.found(r), tick);
        if (isGraph(r) && graphs.rank(r).completeOnceSent) {
          completeCurrent(r, tick);
        }
      }
      case RECEIVE -> {
        if (ranks.found(r) == InboundMessages.NONE) {
          matching.addReceive(r, ranks.subject(r));
        } else {
          match(r, ranks.subject(r), ranks.found(r), true, tick);
        }
        awaitIfBlocking(r, ranks.subject(r), tick);
      }
      case JOIN -> {
        if (path != null) {
          path.join(r, joins.number(ranks.node(r), ranks.found(r)), tick);
        }
        joins.join(ranks.node(r), ranks.found(r), r, ranks.subject(r), tick);
        awaitIfBlocking(r, ranks.subject(r), tick);
      }
      case WAIT_END -> goOn(r, tick);
      case REPLY -> {
        postSubject(r, tick);
        if (ranks.found(r) != Requests.NONE) {
          complete(r, ranks.found(r), tick);
        }
      }
      case ARRIVAL -> handle(r, ranks.subject(r), ranks.found(r), tick);
    }
  }

  private void postSubject(int r, long tick) {
    if (ranks.subject(r) != Transfers.NONE) {
      messaging.post(ranks.node(r), ranks.slot(r), ranks.subject(r), tick);
    }
  }

  private void awaitIfBlocking(int r, int request, long tick) {
    if (ranks.isBlocking(r)) {
      waits.await(r, request, tick);
    }
  }

  /** Completes the operation that the processor of a graph has worked on. */
  private void completeCurrent(int r, long tick) {
    if (isGraph(r)) {
      graphs.completeByProcessor(r, graphs.rank(r).current, tick);
    }
  }

  /** Ends a wait and its final work. */
  private void goOn(int r, long tick) {
    if (isGraph(r)) {
      completeCurrent(r, tick);
      return;
    }
    ranks.setStatus(r, Status.RUNNING);
    if (!ranks.ending(r)) {
      return;
    }
    ranks.setEnding(r, false);
    final long end = number(r, ranks.operations(r) - 1);
    if (isLastRound(r)) {
      end(r, end, tick);
    } else {
      ranks.restart(r);
    }
  }

  /** Counts a time through the program; returns whether it was the last one. */
  private boolean isLastRound(int r) {
    return ranks.nextRound(r) == job(r).repeat();
  }

  private void end(int r, long end, long tick) {
    ranks.setStatus(r, Status.ENDED);
    running -= job(r).background() ? 0 : 1;
    digest.add(ranks.job(r), ranks.rank(r), end, tick);
    statistics.end(r, tick);
  }

  long number(int r, long operation) {
    return ((long) ranks.round(r) << ROUND_SHIFT) + operation;
  }

  // ---------------------------------------------------------------- replies

  /** Begins the oldest reply, unless it needs a side of the interface that is not free. */
  private boolean beginReply(int r, long tick) {
    final int last = ranks.lastReply(r);
    final int entry = inbound.next(last);
    final boolean together = coupled != null && !inbound.isLocal(entry);
    if (together && !coupled.maySend(ranks.node(r), tick)) {
      return false;
    }
    ranks.setLastReply(r, inbound.withoutFirst(last));
    final long bytes = software.data(inbound.kind(entry), inbound.bytes(entry));
    replyOf = inbound.message(entry);
    final int transfer = transferOf(r, entry);
    foreground.add(ranks.job(r), -1);
    ranks.setSubject(r, transfer);
    ranks.setFound(r, Requests.NONE);
    if (together) {
      ranks.setFound(r, transfers.request(transfer));
      postNow(r, tick);
    }
    busy(r, Work.REPLY, RankActivity.SEND, software.sending(bytes), tick);
    return true;
  }

  /** Posts the subject at the beginning of a piece of work. */
  private void postNow(int r, long tick) {
    postSubject(r, tick);
    ranks.setSubject(r, Transfers.NONE);
  }

  /** Turns the entry of an arrival into that of its reply. */
  private void reply(int r, TransferKind kind, int entry, int request, long tick) {
    inbound.turnInto(kind, entry, request);
    if (offload) {
      if (path != null) {
        path.post(r, kind, inbound.source(entry), inbound.message(entry), tick);
      }
      messaging.post(ranks.node(r), ranks.slot(r), transferOf(r, entry), tick);
    } else {
      ranks.setLastReply(r, inbound.append(ranks.lastReply(r), entry));
      foreground.add(ranks.job(r), 1);
    }
  }

  /** Builds the transfer for a queued reply and releases the reply's entry. */
  private int transferOf(int r, int reply) {
    final int transfer = messaging.transfer(r, inbound.kind(reply), reply);
    transfers.setRequest(transfer, inbound.receive(reply));
    if (inbound.kind(reply) == TransferKind.FIN) {
      transfers.setThird(transfer, inbound.posted(reply));
    }
    inbound.free(reply);
    return transfer;
  }

  // ---------------------------------------------------------------- arrivals

  /** Adds an arrival for the processor of a rank. */
  void addArrival(int r, int entry) {
    ranks.setLastArrival(r, inbound.append(ranks.lastArrival(r), entry));
  }

  private boolean mayTakeIn(int r) {
    if (!inCallsOnly) {
      return true;
    }
    if (ranks.status(r) == Status.GRAPH) {
      return !graphs.computesNext(r);
    }
    if (ranks.status(r) != Status.RUNNING) {
      return true;
    }
    ranks.peek(r, operation);
    ranks.takeBack(r);
    return operation.kind() != Operation.Kind.COMPUTE && operation.kind() != Operation.Kind.REDUCE;
  }

  /** Begins the oldest arrival, unless it needs a side of the interface that is not free. */
  private boolean beginArrival(int r, long tick) {
    final int last = ranks.lastArrival(r);
    final int entry = inbound.next(last);
    final int node = ranks.node(r);
    final boolean together = coupled != null && !inbound.isLocal(entry);
    if (together && !coupled.mayReceive(node, tick)) {
      return false;
    }
    ranks.setLastArrival(r, inbound.withoutFirst(last));
    final TransferKind kind = inbound.kind(entry);
    final long bytes = inbound.bytes(entry);
    ranks.setSubject(r, entry);
    ranks.setFound(r, Requests.NONE);
    long ticks = kind.hasData() ? Software.ticks(bytes, software.byteTicks()) : 0;
    bytesTicks = 0;
    if (together) {
      final long all = coupled.receive(node, software.length(kind, bytes), tick);
      bytesTicks = Math.max(all - ticks, 0);
      ticks += bytesTicks;
    }
    if (kind == TransferKind.EAGER && !inbound.isLocal(entry)) {
      ticks += software.emptying(bytes);
    }
    if (kind.hasEnvelope()) {
      ranks.setFound(r, matching.takeReceive(r, entry));
      ticks += software.matchTicks() * matching.looked();
    }
    busy(r, Work.ARRIVAL, RankActivity.RECEIVE, software.recvTicks() + ticks, tick);
    return true;
  }

  /** Lets the network interface handle an arrival for a rank. */
  void takeIn(int r, int entry, long tick) {
    final int receive =
        inbound.kind(entry).hasEnvelope() ? matching.takeReceive(r, entry) : Requests.NONE;
    handle(r, entry, receive, tick);
  }

  /** Removes an arrival that has been handled. */
  private void handle(int r, int entry, int receive, long tick) {
    foreground.add(ranks.job(r), -1);
    final int message = inbound.message(entry);
    switch (inbound.kind(entry)) {
      case EAGER, RTS -> {
        if (receive == Requests.NONE) {
          matching.addMessage(r, entry);
        } else {
          match(r, receive, entry, false, tick);
        }
      }
      case CTS -> reply(r, TransferKind.DATA, entry, waits.send(r, message), tick);
      case DATA -> {
        completeReceive(r, matching.takeFetching(r, inbound.source(entry), message), tick);
        if (software.get()) {
          reply(r, TransferKind.FIN, entry, Requests.NONE, tick);
        } else {
          inbound.free(entry);
        }
      }
      case ACK -> completeSend(r, entry, inbound.posted(entry), tick);
      case FIN -> completeSend(r, entry, inbound.dataPosted(entry), tick);
      case GET, PUT, READ, AMO, DONE, VALUE ->
          throw new IllegalStateException("a " + inbound.kind(entry) + " for a processor");
    }
  }

  /**
   * Completes a send whose receipt the far end has reported.
   *
   * @param posted the tick at which its data were posted, or its ACK
   */
  private void completeSend(int r, int entry, long posted, long tick) {
    final int send = waits.send(r, inbound.message(entry));
    requests.setPosted(send, posted);
    complete(r, send, tick);
    inbound.free(entry);
  }

  /** Matches a receive with a message. */
  private void match(int r, int receive, int entry, boolean unexpected, long tick) {
    final long bytes = inbound.bytes(entry);
    final int from = inbound.source(entry);
    if (bytes > requests.bytes(receive)) {
      throw cannot(
          r,
          ("receives at most %s B, but a message of %s B from rank %s arrived; use a"
                  + " larger receive")
              .formatted(requests.bytes(receive), bytes, from),
          requests.line(receive));
    }
    if (requests.isWildcard(receive)) {
      taken.take(r, from, inbound.tag(entry), line(r, receive));
    }
    if (offload && order != null) {
      order.match(r, inbound.identity(entry), requests.operation(receive));
    }
    requests.setBytes(receive, bytes);
    requests.setPosted(receive, inbound.posted(entry));
    requests.match(receive, from, inbound.message(entry));
    statistics.match(receive, inbound.tag(entry));
    if (inbound.kind(entry) == TransferKind.RTS) {
      matching.addFetching(r, receive);
      reply(r, software.get() ? TransferKind.GET : TransferKind.CTS, entry, Requests.NONE, tick);
      return;
    }
    if (unexpected) {
      requests.markUnexpected(receive);
    }
    if (inbound.synchronous(entry)) {
      reply(r, TransferKind.ACK, inbound.copy(entry), Requests.NONE, tick);
    }
    if (inbound.isWhole(entry)) {
      completeReceive(r, receive, tick);
      inbound.free(entry);
    } else {
      inbound.await(entry, receive);
    }
  }

  private int line(int r, int request) {
    return graphs == null ? requests.line(request) : graphs.line(r, request);
  }

  // ---------------------------------------------------------------- operations

  private boolean beginNext(int r, long tick) {
    switch (ranks.status(r)) {
      case NOT_STARTED, WAITING, ENDED, LOST -> {
        return false;
      }
      case WAIT_OVER -> {
        busy(r, Work.WAIT_END, RankActivity.RECEIVE, waits.close(r), tick);
        return true;
      }
      case GRAPH -> {
        return beginReady(r, tick);
      }
      case RUNNING -> {}
    }
    if (coupled != null && !coupled.isSendingFree(ranks.node(r), tick)) {
      ranks.peek(r, operation);
      if (leaves(r)) {
        ranks.takeBack(r);
        return coupled.maySend(ranks.node(r), tick);
      }
    } else {
      ranks.next(r, operation);
    }
    operates(r);
    statistics.operate(r, operation, tick);
    beginOperation(r, tick);
    return true;
  }

  /** Makes the processor execute an operation of a stream's graph. */
  void take(int r, OperationGraph graph, int number) {
    if (order != null) {
      order.stream(r, number);
    }
    graph.fill(number, operation);
    operates(r);
    statistics.operate(r);
  }

  /** Counts an operation that a rank begins. */
  private void operates(int r) {
    if (++operations > MOST_IN_A_TICK) {
      throw cannot(r, "performs more than " + MOST_IN_A_TICK + " operations in one tick");
    }
    operationsDone += job(r).background() ? 0 : 1;
  }

  /** Begins the first ready operation of a graph. */
  private boolean beginReady(int r, long tick) {
    if (!graphs.rank(r).closing.isEmpty()) {
      graphs.goOn(r, tick);
      busy(r, Work.WAIT_END, RankActivity.RECEIVE, graphs.beginClosing(r), tick);
      return true;
    }
    if (!graphs.peek(r, operation)) {
      graphs.await(r, tick);
      return false;
    }
    if (coupled != null && leaves(r) && !coupled.maySend(ranks.node(r), tick)) {
      return false;
    }
    graphs.goOn(r, tick);
    operates(r);
    statistics.operate(r);
    if (operation.kind() == Operation.Kind.END) {
      endGraph(r, tick);
    } else {
      graphs.take(r, tick);
      beginOperation(r, tick);
    }
    return true;
  }

  private void endGraph(int r, long tick) {
    final long end = number(r, operation.number());
    if (path != null) {
      graphs.traceBegin(r, (int) operation.number(), ranks.busyUntil(r), tick);
    }
    if (isLastRound(r)) {
      end(r, end, tick);
    } else {
      graphs.rank(r).restart(tick);
    }
  }

  /** Returns whether the operation sends something to another node. */
  private boolean leaves(int r) {
    return posts(operation.kind())
        && table.node(ranks.job(r), operation.peer()) != ranks.nodes[ranks.node(r)];
  }

  private static boolean posts(Operation.Kind kind) {
    return kind == Operation.Kind.SEND
        || kind == Operation.Kind.SYNC_SEND
        || kind == Operation.Kind.ONE_SIDED;
  }

  private void beginOperation(int r, long tick) {
    switch (operation.kind()) {
      case COMPUTE -> busy(r, Work.COMPUTE, RankActivity.COMPUTE, computing(r), tick);
      case REDUCE ->
          busy(
              r,
              Work.COMPUTE,
              RankActivity.COMPUTE,
              Software.atRate(operation.bytes(), software.reduceTicks()),
              tick);
      case COLLECTIVE -> {}
      case JOIN -> beginJoin(r, tick);
      case SEND, SYNC_SEND -> beginSend(r, tick);
      case RECEIVE -> beginReceive(r, tick);
      case ONE_SIDED -> beginOneSided(r, tick);
      case FENCE -> waits.awaitFence(r, tick);
      case WAIT -> waits.await(r, operation.request(), operation.requests(), tick);
      case WAIT_ALL -> waits.awaitAll(r, tick);
      case END -> {
        ranks.setEnding(r, true);
        waits.awaitEnd(r, tick);
      }
    }
  }

  private long computing(int r) {
    final long before = ranks.computed(r);
    final long after = computedAfter(r, before);
    ranks.setComputed(r, after);
    return ticks(r, before, after);
  }

  /** Returns the ps that have been computed after the burst of the operation in progress. */
  long computedAfter(int r, long before) {
    try {
      final long n = number(r, operation.number());
      return Math.addExact(
          before, clocks[ranks.job(r)].burst(operation.picoseconds(), ranks.rank(r), n));
    } catch (ArithmeticException e) {
      throw tooLong(r);
    }
  }

  private long ticks(int r, long before, long after) {
    try {
      final ComputeClock clock = clocks[ranks.job(r)];
      return clock.ticks(after) - clock.ticks(before);
    } catch (ArithmeticException e) {
      throw tooLong(r);
    }
  }

  /** Returns the tick at which a stream has computed so many ps, and sets an alarm for it. */
  long computedUntil(int r, long before, long after, long tick) {
    final long ticks = ticks(r, before, after);
    if (ticks >= RunPlan.MAX_TICKS - tick) {
      throw tooLong(r);
    }
    if (ticks > 0) {
      messaging.transport.wakeAt(tick + ticks, ranks.node(r));
    }
    return tick + ticks;
  }

  private ProgramException tooLong(int r) {
    return cannot(r, "computes for longer than the limit of the clock");
  }

  private void beginSend(int r, long tick) {
    final long bytes = operation.bytes();
    final boolean eager = bytes <= software.eagerBytes();
    final boolean synchronous = operation.kind() == Operation.Kind.SYNC_SEND;
    final boolean collective = operation.context() == Operation.COLLECTIVES;
    final int message = ranks.messages(r);
    ranks.setMessages(r, message + 1);
    statistics.send(r, operation.peer(), bytes);
    final int request =
        eager && !synchronous ? Requests.NONE : open(r, true, operation.peer(), message, bytes);
    if (isGraph(r)) {
      graphs.rank(r).completeOnceSent = eager;
    }
    final long second = MessageWords.second(bytes, collective, eager && synchronous);
    ranks.setSubject(
        r,
        messaging.message(
            r,
            eager ? TransferKind.EAGER : TransferKind.RTS,
            operation.peer(),
            message,
            second,
            operation.tag()));
    ranks.setFound(r, request);
    ranks.setBlocking(r, operation.request() == Operation.BLOCKING);
    if (coupled != null && messaging.leaves(r, ranks.subject(r))) {
      postNow(r, tick);
    }
    busy(r, Work.SEND, RankActivity.SEND, software.sending(eager ? bytes : 0), tick);
  }

  private void beginOneSided(int r, long tick) {
    final int target = operation.peer();
    final long bytes = operation.bytes();
    final int message = ranks.messages(r);
    ranks.setMessages(r, message + 1);
    if (operation.primitive().fetches()) {
      statistics.fetch(r, target, bytes);
    } else {
      statistics.send(r, target, bytes);
    }
    final boolean blocking = operation.request() == Operation.BLOCKING;
    final boolean leaves = leaves(r);
    final boolean detached = blocking && leaves && operation.primitive() == Primitive.PUT;
    final int request = openOneSided(r, detached);
    if (detached) {
      ranks.setDetached(r, ranks.detached(r) + 1);
    } else {
      waits.open(r, request);
    }
    final int transfer = messaging.oneSided.begin(r, operation, message, request);
    ranks.setSubject(r, transfer);
    ranks.setFound(r, detached ? onceEntered(r, transfer) : request);
    ranks.setBlocking(r, blocking);
    if (coupled != null && leaves) {
      postNow(r, tick);
    }
    busy(r, Work.SEND, RankActivity.SEND, software.posting(OneSided.given(operation)), tick);
  }

  private int openOneSided(int r, boolean detached) {
    return requests.takeOneSided(
        operation.primitive(),
        detached,
        operation.request(),
        operation.number(),
        operation.line(),
        operation.peer(),
        ranks.slot(r),
        operation.bytes());
  }

  /** Returns what a rank waits for until a put has entered the network, whatever is left to do. */
  private int onceEntered(int r, int transfer) {
    if (coupled != null) {
      return Requests.NONE;
    }
    final int entering = openOneSided(r, false);
    waits.open(r, entering);
    transfers.setRequest(transfer, entering);
    return entering;
  }

  /** Completes a one-sided operation that is done everywhere. */
  void completeOneSided(int node, int request, long tick) {
    final int r = ranks.firstOfNode[node] + requests.slot(request);
    if (path != null) {
      path.transfer(
          Arrived.DONE,
          requests.kind(request),
          requests.posted(request),
          requests.rank(request),
          RankLog.PROCESSOR,
          requests.moved(request));
    }
    digest.add(ranks.job(r), ranks.rank(r), number(r, requests.operation(request)), tick);
    statistics.receive(r, requests.moved(request), tick - requests.posted(request));
    if (requests.isDetached(request)) {
      waits.completeDetached(r, request, tick);
    } else {
      waits.complete(r, request, tick);
    }
  }

  private void beginReceive(int r, long tick) {
    final long most =
        operation.bytes() == Operation.ANY || isGraph(r) ? Requests.ANY_BYTES : operation.bytes();
    final int request = open(r, false, operation.peer(), operation.tag(), most);
    ranks.setSubject(r, request);
    ranks.setFound(r, matching.takeMessage(r, request));
    ranks.setBlocking(r, operation.request() == Operation.BLOCKING);
    final long ticks = offload ? 0 : software.matchTicks() * matching.looked();
    busy(r, Work.RECEIVE, RankActivity.RECEIVE, ticks, tick);
  }

  private void beginJoin(int r, long tick) {
    final int place = joins == null ? Communicators.NONE : joins.find(ranks.node(r), operation);
    if (place == Communicators.NONE) {
      throw cannot(
          r,
          "does a "
              + operation.collective().word()
              + " by hardware with a group that did not occur in the first rounds, which were"
              + " checked; use the same groups in all rounds, or another algorithm");
    }
    final int request = open(r, false, Operation.ANY, place, 0);
    requests.markJoin(request);
    ranks.setSubject(r, request);
    ranks.setFound(r, place);
    ranks.setBlocking(r, true);
    busy(r, Work.JOIN, RankActivity.SEND, software.sendTicks(), tick);
  }

  private int open(int r, boolean send, int rank, int tagOrMessage, long bytes) {
    final int request =
        requests.take(
            send,
            operation.request(),
            operation.number(),
            operation.line(),
            operation.context() == Operation.COLLECTIVES,
            rank,
            tagOrMessage,
            bytes);
    if (send || !isGraph(r)) {
      waits.open(r, request);
    }
    return request;
  }

  // ---------------------------------------------------------------- what the network completes

  /** Completes a receive whose bytes are all there. */
  void completeReceive(int r, int receive, long tick) {
    digest.add(ranks.job(r), ranks.rank(r), number(r, requests.operation(receive)), tick);
    statistics.receive(r, requests, receive, tick);
    complete(r, receive, tick);
  }

  /** Completes what a rank has joined. */
  void completeJoin(int r, int request, long tick) {
    if (path != null) {
      path.joined(joins.number(ranks.node(r), requests.tag(request)));
    }
    digest.add(ranks.job(r), ranks.rank(r), number(r, requests.operation(request)), tick);
    complete(r, request, tick);
  }

  /** Completes a request, such as that of a send whose data have entered the network. */
  void complete(int r, int request, long tick) {
    if (isGraph(r)) {
      graphs.complete(r, request, tick);
    } else {
      waits.complete(r, request, tick);
    }
  }

  /** Completes a send to a rank of the same node. */
  void sentWithin(int node, int rank, int message, long tick) {
    int r = ranks.firstOfNode[node];
    while (ranks.rank(r) != rank) {
      r++;
    }
    complete(r, waits.send(r, message), tick);
  }

  // ---------------------------------------------------------------- what fails

  /** Returns how to get rid of what ranks leave behind. */
  FailedNodeState leavings() {
    return new FailedNodeState(ranks, requests, inbound, transfers, foreground, graphs);
  }

  /** Makes the node of a rank fail; the rank is lost unless it has ended. */
  void lose(int r, FailedNodeState leavings, long tick) {
    if (waits(r)) {
      ranks.endWait(r);
    }
    leavings.freeAll(r);
    if (ranks.status(r) != Status.ENDED) {
      statistics.lose(r, tick);
      running -= job(r).background() ? 0 : 1;
      ranks.setStatus(r, Status.LOST);
    }
    ranks.setWork(r, Work.NONE);
    ranks.setBusyUntil(r, tick);
    note(r, true);
  }

  // ---------------------------------------------------------------- who waits

  /** Adds the ranks that wait, or are lost, of jobs that are waited for. */
  void addTo(Waiting waiting) {
    new WaitingRanks(jobs, ranks, requests, inbound, matching, waits, graphs, joins, taken)
        .addTo(waiting);
  }

  // ---------------------------------------------------------------- what cannot be

  private ProgramException cannot(int r, String what) {
    return cannot(r, what, operation.line());
  }

  private ProgramException cannot(int r, String what, int line) {
    final PlacedJob job = job(r);
    return new ProgramException(
        "%s: rank %s of job %s %s"
            .formatted(job.program().program().at(line), ranks.rank(r), job.name(), what));
  }
}
