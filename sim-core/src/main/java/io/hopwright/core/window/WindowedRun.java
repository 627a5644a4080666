package io.hopwright.core.window;

import io.hopwright.core.state.Configuration;
import io.hopwright.core.state.StateImage;
import io.hopwright.core.statistics.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Run of a simulation as one JVM sees it: its partitions (logical processes), and the barrier
 * between the windows of all (YAWNS).
 *
 * <p>The thread that first can decide about the next window decides it: no coordinator is on the
 * critical path of a window. The order of calls, here on one thread of a run in one JVM ({@link
 * SequentialExecutor}):
 *
 * <pre>{@code
 * for (int partition : run.here()) {
 *   run.build(partition); // true of the last one
 * }
 * for (Window window = run.next(); window != null; window = run.next()) {
 *   for (int partition : run.here()) {
 *     run.simulate(partition, window); // true of the last one
 *   }
 * }
 * RunOutcome<P> outcome = run.finish();
 * }</pre>
 *
 * <p>On several threads and JVMs no thread waits in a loop; the result of each call says what to do
 * next:
 *
 * <pre>{@code
 * if (run.simulate(partition, window)) decide();                 // on the thread of the partition
 * if (run.arrived(member, standing)) decide();                   // news of another JVM
 * run.through(partition, window, p -> start(p, run.window()));   // news of one of its partitions
 *
 * void decide() {
 *   Window window = run.next();
 *   if (window == null) end(); else run.begin(p -> start(p, window));
 * }
 * }</pre>
 *
 * <p>Obligations of callers:
 *
 * <ol>
 *   <li>Every partition of {@link #here} is built once, and then simulates every window once, in
 *       order, after {@link #begin} or {@link #through} has named it.
 *   <li>A thread that gets true from {@link #build}, {@link #simulate} or {@link #arrived} calls
 *       {@link #next}; no other thread does.
 *   <li>Notices of one member arrive in the order in which it sent them. The events of a partition
 *       are in the batches of {@link #inbound} before {@link #through} is called for it.
 *   <li>{@link #finish} is called after {@link #next} has returned null, or once no partition is
 *       being simulated any more.
 * </ol>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Each window is decided once in each JVM, and all JVMs decide the same: each decision
 *       depends only on the standings of all at the end of a window, which all know.
 *   <li>A partition begins a window only when all events that its neighbours sent in the window
 *       before are in its batches.
 *   <li>A partition is ahead of a neighbour by at most one window. So two batches per route and two
 *       counters per partition, which take turns, are enough.
 *   <li>With several JVMs, the next window is decided before the others have completed the current
 *       one if three conditions hold: all were busy at the end of the previous window, none asked
 *       to stop, and the current window ends between two ticks of the stop grid. Then a partition
 *       waits only for its own neighbours; otherwise it waits for all.
 *   <li>A run ends only when the standings of all at its end are known: no notice comes after it.
 *   <li>Writes of a thread to a partition are visible to the next thread that simulates it, and to
 *       its neighbours in the next window.
 * </ol>
 *
 * <p>Thread-safe as follows: different partitions may be built and simulated on different threads
 * at once, and notices of different members may arrive meanwhile.
 *
 * @param <P> the model's partition
 */
public final class WindowedRun<P extends Partition> {
  private final Simulation<P> simulation;
  private final RunMonitor monitor;
  private final RunMonitor.Checkpoints checkpoints;
  private final int members;
  private final int member;
  private final int[] here;
  private final Peers peers;
  private final Exchange exchange;
  private final WindowController controller;
  private final Readiness readiness;
  private final Standings standings;
  private final AtomicReferenceArray<PartitionRunner<P>> runners;
  private final AtomicInteger unfinishedHere = new AtomicInteger();
  private final SavedRun from;
  private volatile Window current;
  private volatile Standing known;
  private Window previous;
  private long told;
  private boolean deciding;
  private Configuration configuration;

  /** Prepares a run in one JVM whose progress goes to {@code monitor}. */
  public WindowedRun(Simulation<P> simulation, RunMonitor monitor) {
    this(simulation, monitor, SavedRun.NOTHING);
  }

  /** Prepares a run in one JVM that continues from a saved state. */
  public WindowedRun(Simulation<P> simulation, RunMonitor monitor, SavedRun from) {
    this(
        simulation,
        monitor,
        monitor.checkpoints(),
        PartitionPlacement.together(simulation.partitions()),
        0,
        Peers.NONE,
        from);
  }

  /**
   * Prepares the part of a run that one of several JVMs simulates.
   *
   * @param member the number of this JVM in {@code placement}
   */
  public WindowedRun(
      Simulation<P> simulation,
      RunMonitor monitor,
      PartitionPlacement placement,
      int member,
      Peers peers) {
    this(simulation, monitor, monitor.checkpoints(), placement, member, peers, SavedRun.NOTHING);
  }

  /**
   * Prepares the part of a run that one of several JVMs simulates, and that continues from a saved
   * state.
   *
   * @param checkpoints saves the state of the partitions of this JVM
   * @param member the number of this JVM in {@code placement}
   * @param from with the states of at least these partitions, or {@link SavedRun#NOTHING}
   */
  public WindowedRun(
      Simulation<P> simulation,
      RunMonitor monitor,
      RunMonitor.Checkpoints checkpoints,
      PartitionPlacement placement,
      int member,
      Peers peers,
      SavedRun from) {
    this.from = from;
    this.checkpoints = checkpoints;
    current = from.last();
    previous = from.last();
    known = new Standing(from.last(), from.tick(), new Progress(), false);
    told = from.last().number() - 1;
    this.simulation = simulation;
    this.monitor = monitor;
    this.member = member;
    this.peers = peers;
    members = placement.members();
    here = placement.partitionsOf(member);
    exchange = new Exchange(simulation, placement, member);
    exchange.beginAfter(from.last());
    controller = new WindowController(simulation, from.last());
    readiness = new Readiness(exchange.fromElsewhere());
    standings = new Standings(members, from.last());
    runners = new AtomicReferenceArray<>(simulation.partitions());
    unfinishedHere.set(here.length);
  }

  /** Returns the partitions of this JVM, in ascending order. */
  public int[] here() {
    return here.clone();
  }

  /**
   * Builds partition {@code index} of this JVM on the calling thread.
   *
   * @return true if the caller must take the first window from {@link #next}
   */
  public boolean build(int index) {
    runners.set(
        index, new PartitionRunner<>(simulation, exchange, index, from, this::configuration));
    return finished(index, from.last());
  }

  /**
   * Simulates {@code window} in partition {@code index} of this JVM; does nothing in an abandoned
   * run.
   *
   * @return true if the caller must call {@link #next}
   */
  public boolean simulate(int index, Window window) {
    final PartitionRunner<P> runner = runners.get(index);
    if (runner == null) {
      return false;
    }
    runner.run(window, known);
    return finished(index, window);
  }

  /** Counts a partition of this JVM that is through with a window. */
  private boolean finished(int index, Window window) {
    peers.through(index, window);
    if (unfinishedHere.decrementAndGet() > 0) {
      return false;
    }
    unfinishedHere.set(here.length);
    final Standing mine = standing(window);
    peers.send(mine);
    return arrived(member, mine);
  }

  private Standing standing(Window window) {
    long nextEffectTick = Long.MAX_VALUE;
    final Progress progress = new Progress();
    for (int index : here) {
      final PartitionRunner<P> runner = runners.get(index);
      nextEffectTick = Math.min(nextEffectTick, runner.nextEffectTick());
      progress.add(runner.progress());
    }
    final boolean checkpoint = mayEnd(window) && checkpoints.isDue(window.toTick());
    return new Standing(window, nextEffectTick, progress, monitor.interrupted(), checkpoint);
  }

  /**
   * Records that a partition of another JVM has completed a window; all its events have been put
   * into the batches of {@link #inbound}.
   *
   * @param ready receives the partitions that may now begin the next window
   */
  public void through(int partition, long window, IntConsumer ready) {
    for (Route route : exchange.outOf(partition)) {
      if (readiness.countDown(route.to(), window + 1)) {
        ready.accept(route.to());
      }
    }
  }

  /**
   * Records that a member has completed its next window, and its standing.
   *
   * @return true if the caller must call {@link #next}
   * @throws IllegalStateException if this is not the window after the one that arrived before
   */
  public synchronized boolean arrived(int from, Standing theirs) {
    standings.put(from, theirs);
    if (deciding || standings.through(member) < current.number() || !decidable()) {
      return false;
    }
    deciding = true;
    return true;
  }

  private boolean decidable() {
    return standings.complete(current.number()) || ahead();
  }

  /**
   * Returns whether the next window follows the current one in any case, as all know from the
   * previous one: there were events all the time, and none asked to end the run. A run never ends
   * without the standings of all, so that nothing can arrive after its end.
   */
  private synchronized boolean ahead() {
    if (members == 1 || !controller.midway() || !standings.complete(previous.number())) {
      return false;
    }
    final Standing before = standings.all(previous);
    return before.nextEffectTick() == previous.toTick() && !before.interrupted();
  }

  private synchronized Standing all(Window window) {
    return standings.all(window);
  }

  /**
   * Returns the number of the last window that this JVM knows a member to have completed. It is −1
   * if the member has only built its partitions, and −2 before that.
   */
  public synchronized long throughWith(int of) {
    return standings.through(of);
  }

  /** Returns the routes to another member, for {@link Peers}. */
  public List<Route> outbound(int to) {
    return exchange.outbound(to);
  }

  /** Returns the routes from another member, ordered by sender, then receiver. */
  public List<Route> inbound(int from) {
    return exchange.inbound(from);
  }

  /** Returns the number of this JVM. */
  public int member() {
    return member;
  }

  /**
   * Releases all partitions after one of them has failed, so that ending the run does not run out
   * of memory, too.
   */
  public void giveUp() {
    for (int index : here) {
      runners.set(index, null);
    }
  }

  /**
   * Decides about the next window, once all partitions of this JVM have completed the current one;
   * null at the end of the run.
   *
   * @throws IllegalStateException if another member has completed another window
   */
  public Window next() {
    final boolean ahead = ahead();
    known = all(ahead ? previous : current);
    final Window window =
        ahead
            ? controller.follow()
            : controller.next(known.nextEffectTick(), known.progress(), known.interrupted());
    if (told + 1 < known.window().number()) {
      tell(all(previous), previous.toTick());
    }
    tell(known, window == null ? controller.clock() : known.window().toTick());
    if (monitor.work() != RunMonitor.WorkListener.NONE) {
      tellWork();
    }
    final long tick = current.toTick();
    if (mayEnd(current) && window != null) {
      monitor.answer(() -> preview(tick, current.number() + 1));
      if (known.checkpoint()) {
        takeCheckpoint(tick);
      }
    }
    monitor.answerWaits(known.progress(), this::waits);
    synchronized (this) {
      if (window != null) {
        previous = current;
        current = window;
        deciding = false;
      }
    }
    return window;
  }

  /** Returns whether the run may end after a window, but not before it goes on at all. */
  private boolean mayEnd(Window window) {
    return window.toTick() > from.tick() && window.toTick() % simulation.gridTicks() == 0;
  }

  /**
   * Takes a checkpoint: the state of the partitions of this JVM at the end of a window that ends on
   * the grid. If no state is available, mostly for lack of memory, the run continues without a
   * checkpoint. No partition is simulated meanwhile, so that their states are copied side by side.
   */
  private void takeCheckpoint(long tick) {
    final Window window = current;
    final Configuration all = configuration();
    final ConcurrentSkipListMap<Integer, StateImage> states = new ConcurrentSkipListMap<>();
    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    IntStream.of(here)
        .parallel()
        .forEach(
            index -> {
              try {
                states.put(index, runners.get(index).save(window, all));
              } catch (IllegalStateException | OutOfMemoryError failure) {
                failures.add(failure);
              }
            });
    if (failures.isEmpty()) {
      checkpoints.copied();
      checkpoints.take(new SavedRun(window, states));
    } else {
      checkpoints.failed(tick, failures.element());
    }
  }

  /** Notifies the monitor of the end of a window, once. */
  private void tell(Standing all, long clock) {
    final long number = all.window().number();
    if (number > told) {
      told = number;
      monitor.update(clock, number + 1, all.progress(), this::busyNanos);
    }
  }

  /** Returns the window that {@link #next} returned last. */
  public Window window() {
    return current;
  }

  /**
   * Lets the partitions of this JVM simulate the window that {@link #next} returned last, as soon
   * as their input has arrived.
   *
   * @param ready receives the partitions that may begin now; {@link #through} passes on the others
   */
  public void begin(IntConsumer ready) {
    final long window = current.number();
    for (int index : here) {
      if (readiness.countDown(index, window)) {
        ready.accept(index);
      }
    }
  }

  /** Returns everything that waits in the partitions of this JVM. */
  private List<Words> waits() {
    final List<Words> waits = new ArrayList<>();
    for (int index : here) {
      final Words words = new Words();
      runners.get(index).partition().saveWaits(true, words);
      waits.add(words);
    }
    return waits;
  }

  /**
   * Returns the objects that are not part of the state of partitions: everything reachable from the
   * simulation.
   */
  private synchronized Configuration configuration() {
    if (configuration == null) {
      configuration = new Configuration(simulation.configuration());
    }
    return configuration;
  }

  /**
   * Returns the measurements up to a tick of the stop grid, null if a partition cannot provide
   * them.
   */
  private RunOutcome<P> preview(long tick, long windows) {
    final SortedMap<Integer, RunOutcome.Saved> saved = new TreeMap<>();
    for (int index = 0; index < runners.length(); index++) {
      saved.put(index, RunOutcome.Saved.LOST);
    }
    for (int index : here) {
      final RunOutcome.Saved statistics = runners.get(index).preview(tick);
      if (statistics == null) {
        return null;
      }
      saved.put(index, statistics);
    }
    return new RunOutcome<>(
        List.of(), saved, tick, WindowController.Ending.INTERRUPTED, windows, busyNanos(), "");
  }

  private void tellWork() {
    final long[] busyNanos = new long[here.length];
    final long[][] sent = new long[here.length][];
    for (int i = 0; i < here.length; i++) {
      final PartitionRunner<P> runner = runners.get(here[i]);
      busyNanos[i] = runner.busyNanos();
      sent[i] = runner.sent();
    }
    monitor.work().windowEnded(busyNanos, sent);
  }

  /** Returns the tick, exclusive, up to which all events have been simulated. */
  public long clock() {
    return controller.clock();
  }

  /** Returns whether any window has been simulated since the start or the saved state. */
  public boolean begun() {
    return clock() > from.tick();
  }

  /** Closes the statistics of the partitions of this JVM after the last window. */
  public RunOutcome<P> finish() {
    return finish(controller.clock());
  }

  /**
   * Closes the statistics of the partitions of this JVM after a loss.
   *
   * @param stopTick the latest tick of any member, not before {@link #clock}
   */
  public RunOutcome<P> finish(long stopTick) {
    final List<P> partitions = new ArrayList<>();
    for (int index : here) {
      final P partition = runners.get(index).partition();
      partition.finish(stopTick);
      partitions.add(partition);
    }
    return new RunOutcome<>(
        partitions,
        Collections.emptySortedMap(),
        stopTick,
        controller.ending(),
        controller.windows(),
        busyNanos(),
        "");
  }

  /** Returns the time spent simulating by each partition, 0 for those of other members. */
  private List<Long> busyNanos() {
    return IntStream.range(0, runners.length())
        .mapToObj(runners::get)
        .map(runner -> runner == null ? 0 : runner.busyNanos())
        .toList();
  }
}
