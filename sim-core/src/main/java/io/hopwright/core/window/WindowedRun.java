package io.hopwright.core.window;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * One run of a simulation as one JVM sees it: its partitions, and the barrier between the windows
 * of all.
 *
 * <p>An executor has every partition {@link #build}, and then each partition {@link #simulate} each
 * window. Whoever is last, here or in {@link #arrived}, takes the next window itself: there is no
 * coordinator on the path of a window. All JVMs of a run take the same decision, as all know how
 * all stand.
 *
 * <p>A peer can be one window ahead of this JVM and never two: it cannot end window n + 2 before it
 * has heard from here about n + 1. So standings, counters and batches exist twice.
 *
 * <p>Thread-safe in this sense: different partitions may be built and simulated on different
 * threads at once, and standings of different members may arrive meanwhile.
 *
 * @param <P> the model's partition
 */
public final class WindowedRun<P extends Partition> {
  private final Simulation<P> simulation;
  private final RunMonitor monitor;
  private final int members;
  private final int member;
  private final int[] here;
  private final Peers peers;
  private final Exchange exchange;
  private final WindowController controller;
  private final AtomicReferenceArray<PartitionRunner<P>> runners;
  private final AtomicInteger unfinishedHere = new AtomicInteger();
  private final AtomicIntegerArray unfinished;
  private final AtomicReferenceArray<Standing> standings;
  private Window current = Window.BEFORE_FIRST;

  /** Prepares a run in one JVM whose progress goes to {@code monitor}. */
  public WindowedRun(Simulation<P> simulation, RunMonitor monitor) {
    this(simulation, monitor, Placement.together(simulation.partitions()), 0, Peers.NONE);
  }

  /**
   * Prepares the part of a run that one of several JVMs simulates.
   *
   * @param member the number of this JVM in {@code placement}
   */
  public WindowedRun(
      Simulation<P> simulation, RunMonitor monitor, Placement placement, int member, Peers peers) {
    this.simulation = simulation;
    this.monitor = monitor;
    this.member = member;
    this.peers = peers;
    members = placement.members();
    here = placement.partitionsOf(member);
    exchange = new Exchange(simulation, placement, member);
    controller = new WindowController(simulation);
    runners = new AtomicReferenceArray<>(simulation.partitions());
    standings = new AtomicReferenceArray<>(2 * members);
    unfinishedHere.set(here.length);
    final int all = here.length + members - 1;
    unfinished = new AtomicIntegerArray(new int[] {all, all});
  }

  /** Returns the partitions of this JVM, in ascending order. */
  public int[] here() {
    return here.clone();
  }

  /**
   * Builds partition {@code index} of this JVM on the calling thread.
   *
   * @return true if it was the last one anywhere: its caller then takes the first window from
   *     {@link #next}
   */
  public boolean build(int index) {
    runners.set(index, new PartitionRunner<>(simulation, exchange, index));
    return finished(Window.BEFORE_FIRST);
  }

  /**
   * Has partition {@code index} of this JVM simulate {@code window}; does nothing in a run given
   * up.
   *
   * @return true if it was the last partition anywhere: its caller then takes {@link #next}
   */
  public boolean simulate(int index, Window window) {
    final PartitionRunner<P> runner = runners.get(index);
    if (runner == null) {
      return false;
    }
    runner.run(window);
    return finished(window);
  }

  /** Counts a partition of this JVM that is through with a window. */
  private boolean finished(Window window) {
    if (unfinishedHere.decrementAndGet() == 0) {
      unfinishedHere.set(here.length);
      final Standing mine = standing(window);
      standings.set(slot(member, window), mine);
      peers.send(this, mine);
    }
    return unfinished.decrementAndGet(parity(window)) == 0;
  }

  private Standing standing(Window window) {
    long nextEffectTick = Long.MAX_VALUE;
    final Progress progress = new Progress();
    for (int index : here) {
      final PartitionRunner<P> runner = runners.get(index);
      nextEffectTick = Math.min(nextEffectTick, runner.nextEffectTick());
      progress.add(runner.progress());
    }
    return new Standing(window, nextEffectTick, progress, monitor.interrupted());
  }

  /**
   * Takes note that another member is through with its next window; all that crosses from there has
   * been put into the batches of {@link #inbound}.
   *
   * @return true if everybody is through with that window: the caller then takes {@link #next}
   * @throws IllegalStateException if that is not the window after the one that arrived before
   */
  public boolean arrived(int from, Standing theirs) {
    final long expected = 1 + throughWith(from);
    if (theirs.window().number() != expected) {
      throw new IllegalStateException(
          "member " + from + " is through with " + theirs.window() + ", not " + expected);
    }
    standings.set(slot(from, theirs.window()), theirs);
    return unfinished.decrementAndGet(parity(theirs.window())) == 0;
  }

  private long numberAt(int slot) {
    final Standing standing = standings.get(slot);
    return standing == null ? Window.BEFORE_FIRST.number() - 1 : standing.window().number();
  }

  /**
   * Returns the number of the last window that a member is known here to be through with, −1 for
   * having built its partitions, −2 for not even that.
   */
  public long throughWith(int of) {
    return Math.max(numberAt(2 * of), numberAt(2 * of + 1));
  }

  /** Returns the routes to another member, for {@link Peers}. */
  public List<Route> outbound(int to) {
    return exchange.outbound(to);
  }

  /** Returns the routes from another member, ordered by sender, then receiver. */
  public List<Route> inbound(int from) {
    return exchange.inbound(from);
  }

  /** Returns the number of members, this JVM included. */
  public int members() {
    return members;
  }

  /** Returns the number of this JVM. */
  public int member() {
    return member;
  }

  /**
   * Lets go of all partitions after one of them has failed, so that whoever winds up the run does
   * not run out of memory as well.
   */
  public void giveUp() {
    for (int index : here) {
      runners.set(index, null);
    }
  }

  /**
   * Decides about the next window, after all partitions are through; null at the end of the run.
   *
   * @throws IllegalStateException if another member was through with another window
   */
  public Window next() {
    long nextEffectTick = Long.MAX_VALUE;
    boolean interrupted = false;
    final Progress total = new Progress();
    for (int other = 0; other < members; other++) {
      final Standing standing = standings.get(slot(other, current));
      if (!standing.window().equals(current)) {
        throw new IllegalStateException(
            "member " + other + " is through with " + standing.window() + ", not " + current);
      }
      nextEffectTick = Math.min(nextEffectTick, standing.nextEffectTick());
      total.add(standing.progress());
      interrupted |= standing.interrupted();
    }
    unfinished.set(parity(current), here.length + members - 1);
    final long simulatedTo = controller.clock();
    final long windows = controller.windows();
    final Window window = controller.next(nextEffectTick, total, interrupted);
    monitor.update(
        window == null ? controller.clock() : simulatedTo, windows, total, this::busyNanos);
    if (monitor.work() != RunMonitor.WorkListener.NONE) {
      tellWork();
    }
    final boolean onGrid = simulatedTo > 0 && simulatedTo % simulation.gridTicks() == 0;
    if (onGrid && window != null && monitor.asking() != null) {
      monitor.answer(preview(simulatedTo, windows));
    }
    current = window;
    return window;
  }

  private RunOutcome<P> preview(long tick, long windows) {
    final SortedMap<Integer, RunOutcome.Saved> saved = new TreeMap<>();
    for (int index = 0; index < runners.length(); index++) {
      saved.put(index, RunOutcome.Saved.LOST);
    }
    for (int index : here) {
      final RunOutcome.Saved books = runners.get(index).preview(tick);
      if (books == null) {
        return null;
      }
      saved.put(index, books);
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

  /**
   * Tells whether all partitions of this JVM are through with the window that {@link #next} has
   * told of last, so that the run can be finished there; not to be called beside {@link #next}.
   */
  public boolean idleHere() {
    return current == null || throughWith(member) == current.number();
  }

  private int slot(int of, Window window) {
    return 2 * of + parity(window);
  }

  private static int parity(Window window) {
    return (int) (window.number() & 1);
  }

  /** Returns the tick up to which everything has been simulated, exclusive. */
  public long clock() {
    return controller.clock();
  }

  /** Closes the books of the partitions of this JVM after the last window. */
  public RunOutcome<P> finish() {
    final List<P> partitions = new ArrayList<>();
    for (int index : here) {
      final P partition = runners.get(index).partition();
      partition.finish(controller.clock());
      partitions.add(partition);
    }
    return new RunOutcome<>(
        partitions,
        Collections.emptySortedMap(),
        controller.clock(),
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
