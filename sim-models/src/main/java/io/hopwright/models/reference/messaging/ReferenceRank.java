package io.hopwright.models.reference.messaging;

import static io.hopwright.models.reference.messaging.ReferenceMessaging.firstFreeTicks;
import static io.hopwright.models.reference.messaging.ReferenceMessaging.perKibTicks;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.reference.messaging.ReferenceShares.Share;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** A rank and its processor (section "The processor" of the page). */
public final class ReferenceRank {
  private static final long NEVER = -1;
  private static final long NUMBERS_OF_ROUND = 1L << 40;
  private static final int MOST_OPERATIONS_IN_TICK = 1_000_000;

  /** "A piece of d ticks that begins at t has its effect at t + d". */
  private record Piece(
      long beginTick, long endTick, Share share, LongConsumer effect, ReferenceStep chain) {
    /** Ticks of it before {@code tick}. */
    long ticksBefore(long tick) {
      return Math.max(0, Math.min(endTick, tick) - beginTick);
    }
  }

  final PlacedJob job;
  final int rank;
  final int node;
  final int slot;
  final ReferenceMatching matching = new ReferenceMatching();
  final ReferenceShares shares = new ReferenceShares();

  /** Number of begun sends to each rank, which is the number in the pair. */
  private final Map<Integer, Long> pairs = new TreeMap<>();

  /** Messages to each rank, begun; and their bytes. */
  final Map<Integer, Long> messagesTo = new TreeMap<>();

  final Map<Integer, Long> bytesTo = new TreeMap<>();

  /** Messages that have become visible, by the rank they come from. */
  final Map<Integer, Long> visibleFrom = new TreeMap<>();

  /** Headers that wait for those before them, by the rank they come from and number in the pair. */
  final Map<Integer, Map<Long, ReferenceTransfer>> headersFrom = new TreeMap<>();

  final ReferenceMessaging messaging;
  private final Software software;
  private final ReferenceClock clock;

  /** State of the program, and the next operation if it is known. */
  private final long[] state;

  /** Graph of the rank if its program is one; else null. */
  private final ReferenceGraph graph;

  /** Tick from which on the processor of a graph has had no operation to begin. */
  private long idleSince = NEVER;

  /** The calc of a stream that was complete last since then, and when. */
  private ReferenceGraph.Node lastCalc;

  private long lastCalcTick;

  private final Operation next = new Operation();
  private boolean nextIsKnown;
  private int round;

  private final ArrayDeque<ReferenceTransfer> replies = new ArrayDeque<>();
  private final ArrayDeque<ReferenceTransfer> arrivals = new ArrayDeque<>();

  /** Open requests by number, until they are waited for. */
  private final Map<Integer, ReferenceRequest> open = new TreeMap<>();

  /** Puts, gets and amos that are not globally complete. */
  private final Set<ReferenceRequest> unfinished = new LinkedHashSet<>();

  private long messages;
  private long operations;

  /** Bytes of the messages begun, one by one. */
  private final List<Long> sizes = new ArrayList<>();

  /** Latencies of the messages received. */
  private final List<Long> latencies = new ArrayList<>();

  private long bytesReceived;

  /** Steps until the latest action of the processor, and its tick. */
  private ReferenceStep chain;

  private long chainTick;

  /** Name of the piece that begins, and the ticks of its bytes before it. */
  private String word;

  private long bytesTicks;

  /** Current piece of the processor; null while it is free. */
  private Piece piece;

  /**
   * Requests for which it waits, or has waited and has yet to end the wait; null if there are none.
   */
  private List<ReferenceRequest> awaited;

  /** Requests among them that may be incomplete. */
  private final ArrayDeque<ReferenceRequest> incomplete = new ArrayDeque<>();

  private long waitTick;
  private boolean waitIsLast;

  /** Whether the time of the wait is in its share. */
  private boolean waitIsBooked;

  private final List<Piece> sinceWait = new ArrayList<>();

  private long endTick = NEVER;
  private ReferenceStep path;
  private long lossTick = NEVER;
  private long operationsTick = NEVER;
  private int operationsInTick;

  ReferenceRank(ReferenceMessaging messaging, PlacedJob job, int rank, int slot) {
    this.messaging = messaging;
    this.job = job;
    this.rank = rank;
    this.slot = slot;
    node = job.nodeOfRank()[rank];
    chainTick = job.startTick();
    software = messaging.software;
    clock = newClock();
    state = new long[job.program().stride()];
    job.program().start(state, 0, rank);
    final OperationGraph operations = job.program().graph(rank);
    graph = operations == null ? null : new ReferenceGraph(operations, this);
    if (graph != null) {
      messaging.collectives.add(graph);
    }
  }

  // ------------------------------------------------------------------------------- processor

  /** Lets what ends in this tick have its effect; then the processor begins what it can. */
  void act(long tick) {
    streams(tick);
    while (tick >= job.startTick()) {
      if (piece != null) {
        if (piece.endTick > tick) {
          return;
        }
        end(tick);
        streams(tick);
      }
      begin(tick);
      if (piece == null) {
        return;
      }
      streams(tick);
    }
  }

  private void end(long tick) {
    final Piece done = piece;
    if (done.endTick != tick) {
      throw new IllegalStateException(this + " should have ended something at " + done.endTick);
    }
    piece = null;
    chain = done.chain;
    chainTick = tick;
    messaging.now = chain;
    if (!hasEnded()) {
      shares.add(done.share, done.endTick - done.beginTick);
    }
    done.effect.accept(tick);
  }

  /** Begins the first existing one of several pieces of work. */
  private void begin(long tick) {
    if (!replies.isEmpty() && messaging.canSend(replies.element(), tick)) {
      begins("reply", tick, NEVER, null);
      reply(tick, replies.remove());
    } else if (!arrivals.isEmpty()
        && handlesArrivals()
        && messaging.canTakeIn(arrivals.element(), tick)) {
      begins("arrival", tick, tick, arrivals.element().arrivedAt(tick));
      takeIn(tick, arrivals.remove());
    } else if (awaited != null) {
      if (!waits()) {
        final Optional<ReferenceRequest> last = lastAwaited();
        begins(
            "wait",
            tick,
            last.map(ReferenceRequest::completeTick).orElse(NEVER),
            last.map(request -> request.chain).orElse(null));
        endWait(tick);
      }
    } else if (graph != null && !hasEnded()) {
      stepOfGraph(tick);
    } else if (!hasEnded()) {
      operate(tick);
    }
  }

  /**
   * The processor begins something: after what ended in this tick, or what it waited for.
   *
   * @param since when it could begin that for {@code reason}
   */
  private void begins(String what, long tick, long since, ReferenceStep reason) {
    final boolean waited = since > chainTick;
    word = what;
    bytesTicks = 0;
    messaging.now =
        chainTick == tick
            ? chain
            : ReferenceStep.work(
                waited ? reason : chain, this, "interface", Math.max(since, chainTick), tick);
  }

  /** Returns the steps until now. */
  ReferenceStep chain() {
    return chain;
  }

  /** Returns the path from the start of the job to the end of the rank. */
  public ReferenceStep path() {
    return path;
  }

  /**
   * Begins a piece of work.
   *
   * @param effect of its end, at that tick
   */
  private void work(long tick, long ticks, Share share, LongConsumer effect) {
    final ReferenceStep bytes =
        ReferenceStep.work(messaging.now, this, "bytes", tick, tick + bytesTicks);
    final long end = Math.addExact(tick, ticks);
    piece =
        new Piece(
            tick,
            end,
            share,
            effect,
            ReferenceStep.work(bytes, this, word, tick + bytesTicks, end));
    if (awaited != null || idleSince != NEVER) {
      sinceWait.add(piece);
    }
    messaging.wake(piece.endTick);
  }

  private boolean handlesArrivals() {
    if (graph != null && software.progress() != ProgressKind.HOST && !hasEnded()) {
      return graph.toClose().isPresent()
          || graph
              .next()
              .filter(
                  node ->
                      graph.graph.isCalc(node.number) && graph.graph.picoseconds(node.number) > 0)
              .isEmpty();
    }
    return software.progress() == ProgressKind.HOST
        || hasEnded()
        || awaited != null
        || (next().kind() != Operation.Kind.COMPUTE && next().kind() != Operation.Kind.REDUCE);
  }

  private void reply(long tick, ReferenceTransfer transfer) {
    send(tick, sendTicks(transfer), transfer, end -> {});
  }

  private long sendTicks(ReferenceTransfer transfer) {
    return software.sendTicks() + firstFreeTicks(transfer.dataBytes(), software.byteTicks());
  }

  /** Begins a piece of work that sends a transfer, with what else happens at its end. */
  private void send(long tick, long ticks, ReferenceTransfer transfer, LongConsumer effect) {
    messaging.sendingBegins(transfer, tick);
    work(
        tick,
        ticks,
        Share.SEND,
        end -> {
          messaging.sendingEnds(transfer, end);
          effect.accept(end);
        });
  }

  private void takeIn(long tick, ReferenceTransfer transfer) {
    final long looked = transfer.kind.hasEnvelope() ? matching.lookedAt(transfer.message) : 0;
    final long ticks =
        software.recvTicks()
            + messaging.takingInTicks(transfer)
            + messaging.mailboxTicks(transfer)
            + Math.multiplyExact(software.matchTicks(), looked);
    messaging.takingInBegins(transfer, tick);
    bytesTicks =
        messaging.takingInTicks(transfer)
            - firstFreeTicks(transfer.dataBytes(), software.byteTicks());
    work(tick, ticks, Share.RECEIVE, end -> handle(transfer, end));
  }

  // ------------------------------------------------------------------------------ operations

  private Operation next() {
    if (!nextIsKnown) {
      job.program().next(state, 0, next);
      nextIsKnown = true;
    }
    return next;
  }

  private void operate(long tick) {
    final Operation operation = next();
    final boolean sends =
        operation.kind() == Operation.Kind.SEND
            || operation.kind() == Operation.Kind.SYNC_SEND
            || operation.kind() == Operation.Kind.ONE_SIDED;
    if (sends && !messaging.canSend(this, messaging.rank(job, operation.peer()), tick)) {
      return;
    }
    nextIsKnown = false;
    begins(word(operation.kind()), tick, NEVER, null);
    messaging.collectives.operate(this, operation, tick);
    count(tick);
    final long n = n(operation.number());
    switch (operation.kind()) {
      case COMPUTE -> work(tick, clock.ticks(operation.picoseconds(), n), Share.COMPUTE, end -> {});
      case REDUCE ->
          work(
              tick,
              perKibTicks(operation.bytes(), software.reduceTicks()),
              Share.COMPUTE,
              end -> {});
      case SEND -> send(tick, n, operation, false);
      case SYNC_SEND -> send(tick, n, operation, true);
      case RECEIVE -> receive(tick, new ReferenceRequest(this, n, operation, operation.bytes()));
      case ONE_SIDED -> oneSided(tick, n, operation);
      case FENCE -> work(tick, 0, Share.RECEIVE, await(withUnfinished(List.of()), false));
      case WAIT -> work(tick, 0, Share.RECEIVE, await(opened(operation), false));
      case WAIT_ALL -> work(tick, 0, Share.RECEIVE, await(opened(), false));
      case COLLECTIVE -> work(tick, 0, Share.COLLECTIVES, end -> {});
      case JOIN -> join(tick, n, operation);
      case END -> work(tick, 0, Share.RECEIVE, await(withUnfinished(opened()), true));
    }
  }

  private static String word(Operation.Kind kind) {
    return switch (kind) {
      case COMPUTE, REDUCE -> "compute";
      case SEND, SYNC_SEND, ONE_SIDED -> "send";
      case RECEIVE -> "receive";
      case JOIN -> "join";
      case FENCE, WAIT, WAIT_ALL, COLLECTIVE, END -> "wait";
    };
  }

  /** An operation begins. */
  void count(long tick) {
    operationsInTick = tick == operationsTick ? operationsInTick + 1 : 1;
    operationsTick = tick;
    operations++;
    messaging.operates(this);
    if (operationsInTick > MOST_OPERATIONS_IN_TICK) {
      throw new ProgramException(
          this
              + " does more than "
              + MOST_OPERATIONS_IN_TICK
              + " operations in tick "
              + tick
              + "; have it compute, or raise what software takes");
    }
  }

  private void open(ReferenceRequest request) {
    if (graph != null) {
      return;
    }
    if (request.number != Operation.BLOCKING && open.put(request.number, request) != null) {
      throw new IllegalStateException(this + " opens again what is open: " + request);
    }
  }

  /** The requests that a wait names; takes them from those that are open. */
  private List<ReferenceRequest> opened(Operation wait) {
    final List<ReferenceRequest> requests = new ArrayList<>();
    for (int i = 0; i < wait.requests(); i++) {
      final ReferenceRequest request = open.remove(wait.request() + i);
      if (request != null) {
        requests.add(request);
      }
    }
    return requests;
  }

  /** Returns all open requests. */
  private List<ReferenceRequest> opened() {
    final List<ReferenceRequest> requests = new ArrayList<>(open.values());
    open.clear();
    return requests;
  }

  private ReferenceRequest send(long tick, long n, Operation operation, boolean synchronous) {
    final ReferenceRequest request = new ReferenceRequest(this, n, operation, operation.bytes());
    open(request);
    final ReferenceRank to = messaging.rank(job, operation.peer());
    final boolean eager = operation.bytes() <= software.eagerBytes();
    final ReferenceMessage message =
        new ReferenceMessage(
            request, to, messages++, pairs.merge(to.rank, 1L, Long::sum) - 1, synchronous, eager);
    begins(message);
    final ReferenceTransfer transfer = messaging.transfer(eager ? Kind.EAGER : Kind.RTS, message);
    send(
        tick,
        sendTicks(transfer),
        transfer,
        end -> {
          if (eager && !synchronous) {
            request.complete(end);
          }
          awaitIfBlocking(end, request);
        });
    return request;
  }

  /** "The rank has joined"; blocking. */
  private void join(long tick, long n, Operation operation) {
    final ReferenceRequest request = new ReferenceRequest(this, n, operation, operation.bytes());
    final List<Integer> members =
        IntStream.range(0, operation.members()).mapToObj(operation::member).toList();
    work(
        tick,
        software.sendTicks(),
        Share.SEND,
        end -> {
          messaging.joins.join(request, members, end);
          awaitIfBlocking(end, request);
        });
  }

  private void begins(ReferenceMessage message) {
    messagesTo.merge(message.to.rank, 1L, Long::sum);
    bytesTo.merge(message.to.rank, message.bytes, Long::sum);
    sizes.add(message.bytes);
  }

  /** A put, get or amo: section "One-sided operations" of the page. */
  private void oneSided(long tick, long n, Operation operation) {
    final boolean put = operation.primitive() == Primitive.PUT;
    final boolean blocking = operation.request() == Operation.BLOCKING;
    final ReferenceRequest global = new ReferenceRequest(this, n, operation, operation.bytes());
    open(global);
    unfinished.add(global);
    final ReferenceMessage message =
        new ReferenceMessage(
            global, messaging.rank(job, operation.peer()), messages++, NEVER, false, false);
    begins(message);
    if (put && blocking) {
      message.local = new ReferenceRequest(this, n, operation, operation.bytes());
    }
    final ReferenceTransfer transfer = messaging.transfer(kind(operation.primitive()), message);
    final long ticks =
        software.postTicks() + (put ? firstFreeTicks(operation.bytes(), software.byteTicks()) : 0);
    send(
        tick,
        ticks,
        transfer,
        end -> awaitIfBlocking(end, put && blocking ? message.local : global));
  }

  private static Kind kind(Primitive primitive) {
    return switch (primitive) {
      case PUT -> Kind.PUT;
      case GET -> Kind.READ;
      case AMO -> Kind.AMO;
    };
  }

  /** "All puts, gets and amos that the rank has begun", and some requests. */
  private List<ReferenceRequest> withUnfinished(List<ReferenceRequest> requests) {
    final Set<ReferenceRequest> all = new LinkedHashSet<>(requests);
    all.addAll(unfinished);
    return List.copyOf(all);
  }

  /** One of its puts, gets and amos is globally complete. */
  void finished(ReferenceMessage message, long tick) {
    message.send.complete(tick);
    unfinished.remove(message.send);
    received(message, tick);
  }

  private void receive(long tick, ReferenceRequest request) {
    open(request);
    final long ticks =
        software.progress() == ProgressKind.OFFLOAD
            ? 0
            : Math.multiplyExact(software.matchTicks(), matching.lookedAt(request.envelope));
    work(
        tick,
        ticks,
        Share.RECEIVE,
        end -> {
          if (matching.match(request)) {
            matched(request.message, end);
          }
          awaitIfBlocking(end, request);
        });
  }

  // ---------------------------------------------------------------------------------- graphs

  private void streams(long tick) {
    if (graph != null && tick >= job.startTick() && !hasEnded()) {
      graph.advance(tick);
    }
  }

  ReferenceClock newClock() {
    return new ReferenceClock(messaging.draws, job, rank, messaging.rate);
  }

  /** Returns {@code n} of an operation of the round. */
  long n(long number) {
    return NUMBERS_OF_ROUND * round + number;
  }

  /** A calc of a stream is complete. */
  void completed(ReferenceGraph.Node node, long tick) {
    if (lastCalc == null || lastCalcTick < tick || lastCalc.number < node.number) {
      lastCalc = node;
      lastCalcTick = tick;
    }
  }

  /** Performs the step of a graph at which a program would take its next operation. */
  private void stepOfGraph(long tick) {
    final Optional<ReferenceGraph.Node> toClose = graph.toClose();
    if (toClose.isPresent()) {
      endIdle();
      final ReferenceGraph.Node node = toClose.get();
      begins("wait", tick, node.request.completeTick(), node.request.chain);
      work(
          tick,
          endingTicks(node.request),
          Share.RECEIVE,
          end -> {
            node.closed = true;
            node.completed(end, messaging.now);
          });
      return;
    }
    final Optional<ReferenceGraph.Node> ready = graph.next();
    if (ready.isPresent()) {
      begin(tick, ready.get());
    } else if (graph.isOver()) {
      endIdle();
      count(tick);
      final ReferenceGraph.Reason over = graph.over();
      begins("wait", tick, over.tick(), over.chain());
      work(tick, 0, Share.RECEIVE, end -> endRound(end, graph.graph.operations()));
    } else if (idleSince == NEVER) {
      idleSince = tick;
      lastCalc = null;
      sinceWait.clear();
    }
  }

  private void begin(long tick, ReferenceGraph.Node node) {
    final Operation operation = new Operation();
    graph.graph.fill(node.number, operation);
    if (operation.kind() == Operation.Kind.SEND
        && !messaging.canSend(this, messaging.rank(job, operation.peer()), tick)) {
      return;
    }
    endIdle();
    count(tick);
    final ReferenceGraph.Reason ready = graph.ready(node);
    begins(word(operation.kind()), tick, ready.tick(), ready.chain());
    node.begin(tick, messaging.now);
    final long n = n(node.number);
    switch (operation.kind()) {
      case COMPUTE -> {
        node.endTick = Long.MAX_VALUE;
        work(
            tick,
            clock.ticks(operation.picoseconds(), n),
            Share.COMPUTE,
            end -> {
              node.endTick = NEVER;
              node.completed(end, messaging.now);
            });
      }
      case SEND -> node.request = send(tick, n, operation, false);
      default -> {
        node.request = new ReferenceRequest(this, n, operation, Operation.ANY);
        receive(tick, node.request);
      }
    }
  }

  /** "The ticks without work from w to c". */
  private void endIdle() {
    if (idleSince == NEVER) {
      return;
    }
    final Optional<ReferenceRequest> last = graph.lastSince(idleSince);
    final boolean calc =
        lastCalc != null
            && (last.isEmpty()
                || last.get().completeTick() < lastCalcTick
                || (last.get().completeTick() == lastCalcTick
                    && last.get().operation < n(lastCalc.number)));
    if (calc || last.isPresent()) {
      final long c = calc ? lastCalcTick : last.get().completeTick();
      final long idle = withoutWork(idleSince, c);
      if (calc) {
        shares.add(Share.COMPUTE, idle);
      } else {
        shares.addWait(idleSince, last.get(), idle);
      }
    }
    idleSince = NEVER;
  }

  // ----------------------------------------------------------------------------------- waits

  private boolean waits() {
    while (!incomplete.isEmpty() && incomplete.getLast().isComplete()) {
      incomplete.removeLast();
    }
    return awaited != null && !incomplete.isEmpty();
  }

  private void awaitIfBlocking(long tick, ReferenceRequest request) {
    if (request.number == Operation.BLOCKING) {
      await(List.of(request), false).accept(tick);
    }
  }

  private LongConsumer await(List<ReferenceRequest> requests, boolean last) {
    return tick -> {
      awaited = requests;
      incomplete.clear();
      incomplete.addAll(requests);
      waitTick = tick;
      waitIsLast = last;
      waitIsBooked = false;
      sinceWait.clear();
    };
  }

  /** Ends a wait; this piece of work is the rank's next operation once it no longer waits. */
  private void endWait(long tick) {
    bookWait(shares);
    waitIsBooked = true;
    final long ticks = awaited.stream().mapToLong(this::endingTicks).sum();
    work(
        tick,
        ticks,
        Share.RECEIVE,
        end -> {
          awaited = null;
          if (waitIsLast) {
            endRound(end, next.number());
          }
        });
  }

  /** Returns the share of a request in "Σ d of a wait". */
  long endingTicks(ReferenceRequest request) {
    if (request.joins) {
      return software.recvTicks();
    }
    if (request.sends) {
      return 0;
    }
    final boolean copied = request.message.eager && request.unexpected;
    return (software.progress() == ProgressKind.OFFLOAD ? software.recvTicks() : 0)
        + (copied ? perKibTicks(request.message.bytes, software.copyTicks()) : 0);
  }

  private Optional<ReferenceRequest> lastAwaited() {
    return awaited.stream()
        .max(
            Comparator.comparingLong(ReferenceRequest::completeTick)
                .thenComparingLong(request -> request.operation));
  }

  private void bookWait(ReferenceShares sum) {
    lastAwaited()
        .ifPresent(
            last -> {
              final long c = Math.max(last.completeTick(), waitTick);
              sum.addWait(waitTick, last, withoutWork(waitTick, c));
            });
  }

  /** "The ticks without work from w to c". */
  private long withoutWork(long w, long c) {
    return c - w - sinceWait.stream().mapToLong(one -> one.ticksBefore(c)).sum();
  }

  private void endRound(long tick, long number) {
    final long n = n(number);
    round++;
    if (round < job.repeat()) {
      job.program().start(state, 0, rank);
      if (graph != null) {
        graph.restart(tick, messaging.now);
      }
    } else {
      endTick = tick;
      path = messaging.now;
      messaging.ended(this, n, tick);
    }
  }

  // -------------------------------------------------------------------------------- messages

  /** Adds a transfer to the rank's arrivals, unless the interface handles it. */
  void arrives(ReferenceTransfer transfer, long tick) {
    if (software.progress() == ProgressKind.OFFLOAD) {
      handle(transfer, tick);
    } else {
      arrivals.add(transfer);
    }
  }

  private void handle(ReferenceTransfer transfer, long tick) {
    final ReferenceMessage message = transfer.message;
    switch (transfer.kind) {
      case EAGER, RTS -> {
        if (matching.match(message)) {
          matched(message, tick);
        }
      }
      case CTS -> ask(Kind.DATA, message, tick);
      case DATA -> {
        messaging.received(message.receive, tick);
        if (software.get()) {
          ask(Kind.FIN, message, tick);
        }
      }
      case ACK, FIN -> message.send.complete(tick);
      default -> throw new IllegalStateException("no processor handles a " + transfer.kind);
    }
  }

  /** "Once matched". */
  private void matched(ReferenceMessage message, long tick) {
    if (!message.eager) {
      ask(software.get() ? Kind.GET : Kind.CTS, message, tick);
      return;
    }
    if (message.complete) {
      messaging.received(message.receive, tick);
    }
    if (message.synchronous) {
      ask(Kind.ACK, message, tick);
    }
  }

  private void ask(Kind kind, ReferenceMessage message, long tick) {
    final ReferenceTransfer reply = messaging.transfer(kind, message);
    if (software.progress() == ProgressKind.OFFLOAD) {
      messaging.sendingBegins(reply, tick);
      messaging.sendingEnds(reply, tick);
    } else {
      replies.add(reply);
    }
  }

  // -------------------------------------------------------------------------------- measures

  /** One of its receives is complete. */
  void received(ReferenceMessage message, long tick) {
    latencies.add(tick - message.postedTick());
    bytesReceived += message.bytes;
  }

  boolean hasEnded() {
    return endTick != NEVER;
  }

  /**
   * Returns whether the rank has started, is blocked or has ended, and its processor has no work,
   * neither in progress nor to begin.
   *
   * @param tick the first that has not been simulated
   */
  boolean isAtRest(long tick) {
    return job.startTick() < tick
        && piece == null
        && replies.isEmpty()
        && arrivals.isEmpty()
        && (hasEnded() || (graph == null ? waits() : graph.isAtRest()));
  }

  /** Its blade fails while it runs, or before; messaging asks nothing of it from then on. */
  void lose(long tick) {
    lossTick = tick;
  }

  boolean isLost() {
    return lossTick != NEVER;
  }

  /** Returns whether it has not ended and is not lost. */
  boolean isRunning() {
    return !hasEnded() && !isLost();
  }

  /** Up to when its time counts if the run ends at a tick. */
  long lastTick(long stopTick) {
    return hasEnded() ? endTick : isLost() ? lossTick : stopTick;
  }

  /** Returns the name of the rank's job. */
  public String jobName() {
    return job.name();
  }

  /** Returns the rank's number in the job. */
  public int number() {
    return rank;
  }

  /** Returns the tick at which the rank has ended, −1 if it has not. */
  public long endTick() {
    return endTick;
  }

  /** Returns the shares of the rank's time that are booked: pieces and waits that are over. */
  public ReferenceShares shares() {
    return shares;
  }

  /** Returns the shares of the rank's time, up to its end, its loss or the end of the run. */
  public ReferenceShares sharesAt(long stopTick) {
    final ReferenceShares sum = new ReferenceShares();
    for (Share share : Share.values()) {
      sum.add(share, shares.of(share));
    }
    if (awaited != null && !waits() && !waitIsBooked) {
      bookWait(sum);
    }
    if (piece != null && !hasEnded()) {
      sum.add(piece.share, piece.ticksBefore(lastTick(stopTick)));
    }
    return sum;
  }

  /** Returns how many operations it has begun. */
  long operations() {
    return operations;
  }

  /** Returns the latencies of the messages received. */
  List<Long> latencies() {
    return latencies;
  }

  /** Returns the bytes of the messages received. */
  long bytesReceived() {
    return bytesReceived;
  }

  /** Returns the bytes of the messages begun, one by one. */
  List<Long> sizes() {
    return sizes;
  }

  /** Returns the number of messages that had to wait for their receive. */
  public long unexpectedMessages() {
    return matching.unexpectedMessages();
  }

  /** Returns the number of begun messages, by receiving rank. */
  public Map<Integer, Long> messagesTo() {
    return new TreeMap<>(messagesTo);
  }

  /** Returns the bytes of begun messages, by receiving rank. */
  public Map<Integer, Long> bytesTo() {
    return new TreeMap<>(bytesTo);
  }

  /** Appends what it waits for if it waits, and whether it is lost; whether it waits. */
  boolean describeWaiting(StringBuilder report) {
    if (isLost()) {
      report.append(this).append(": lost with its blade at tick ").append(lossTick).append('\n');
      return false;
    }
    if (!waits() && (graph == null || graph.incomplete().isEmpty())) {
      return false;
    }
    report.append(this).append(" has waited since tick ");
    report.append(graph == null ? waitTick : idleSince);
    if (waitIsLast) {
      report.append(", at its end,");
    }
    report.append(" for");
    (graph == null ? awaited : graph.incomplete())
        .stream()
            .filter(request -> !request.isComplete())
            .forEach(request -> report.append(" [").append(request).append(']'));
    report.append('\n');
    return true;
  }

  @Override
  public String toString() {
    return "job " + job.name() + " rank " + rank + " (node " + node + ", slot " + slot + ")";
  }
}
