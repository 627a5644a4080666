package io.hopwright.testkit;

import io.hopwright.core.random.Draws;
import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A synthetic model: tokens that rest on the cells of a ring and wander to either side after hashed
 * delays, until they have made their moves. Events are a pure function of the seed; they depend
 * neither on the window nor on the partitions.
 *
 * @param seed of all delays
 * @param cells of the ring, cut into {@code partitions} arcs
 * @param tokens that start somewhere in the first ticks
 * @param moves of each token until it is delivered
 * @param longestDelay up to which a move takes; at least the lookahead
 * @param end the stop rule
 */
public record TokenRing(
    long seed,
    int cells,
    int partitions,
    int tokens,
    int moves,
    long longestDelay,
    long windowTicks,
    long gridTicks,
    End end)
    implements Simulation<TokenRing.Arc> {
  /** Smallest delay of a move to another cell. */
  public static final int LOOKAHEAD = 18;

  private static final long NEVER = Long.MAX_VALUE;

  /** An event of the trace: a token arrived at a cell. */
  public record Step(long tick, int cell, int token, int movesLeft) {
    public static final Comparator<Step> ORDER =
        Comparator.comparingLong(Step::tick)
            .thenComparingInt(Step::cell)
            .thenComparingInt(Step::token)
            .thenComparingInt(Step::movesLeft);
  }

  /** Stop rule: ends after a number of deliveries, or at a tick. */
  public record End(long deliveries, long earliestTick, long lastTick) implements StopRule {
    @Override
    public boolean reached(Progress total) {
      return total.packetsDelivered >= deliveries;
    }
  }

  @Override
  public int[] neighbours(int partition) {
    final int before = (partition + partitions - 1) % partitions;
    final int after = (partition + 1) % partitions;
    if (partitions == 1) {
      return new int[0];
    }
    return before == after
        ? new int[] {before}
        : new int[] {Math.min(before, after), Math.max(before, after)};
  }

  @Override
  public StopRule stopRule() {
    return end;
  }

  @Override
  public Arc build(int partition) {
    return new Arc(this, partition);
  }

  public TokenRing with(int otherPartitions, long otherWindowTicks) {
    return new TokenRing(
        seed,
        cells,
        otherPartitions,
        tokens,
        moves,
        longestDelay,
        otherWindowTicks,
        gridTicks,
        end);
  }

  private int partitionOf(int cell) {
    return (int) ((long) cell * partitions / cells);
  }

  private Step first(int token) {
    final long draw = Draws.of(seed, 0).draw(token, 0, 0);
    return new Step(Draws.pick(draw, 200), Draws.pick(Draws.mix(draw), cells), token, moves);
  }

  /**
   * Returns the step that follows a step, or null after the last; a token rests from time to time.
   */
  private Step after(Step step) {
    if (step.movesLeft() == 0) {
      return null;
    }
    final long draw = Draws.of(seed, 1).draw(step.token(), step.tick(), step.movesLeft());
    final int left = step.movesLeft() - 1;
    if ((draw & 3) == 0) {
      return new Step(step.tick() + 1 + (draw >>> 60), step.cell(), step.token(), left);
    }
    final long spread = longestDelay - LOOKAHEAD + 1;
    final boolean atOnce = (draw & 12) != 0;
    final long delay = LOOKAHEAD + (atOnce ? 0 : (draw >>> 8) % spread);
    final int side = (draw & 16) == 0 ? 1 : cells - 1;
    return new Step(step.tick() + delay, (step.cell() + side) % cells, step.token(), left);
  }

  /** Returns all steps of an endless run, in order, computed without windows and partitions. */
  public List<Step> allSteps() {
    final List<Step> steps = new ArrayList<>();
    for (int token = 0; token < tokens; token++) {
      for (Step step = first(token); step != null; step = after(step)) {
        steps.add(step);
      }
    }
    steps.sort(Step.ORDER);
    return steps;
  }

  /** Returns the tick at which a run must end, computed from all steps. */
  public long expectedStopTick(List<Step> steps) {
    final long last = steps.get(steps.size() - 1).tick();
    for (long grid = 0; grid <= last + gridTicks && grid < end.lastTick(); grid += gridTicks) {
      final long at = grid;
      final long delivered =
          steps.stream().filter(step -> step.tick() < at && step.movesLeft() == 0).count();
      if (grid >= end.earliestTick() && delivered >= end.deliveries()) {
        return grid;
      }
    }
    return end.lastTick() == NEVER ? (last / gridTicks + 1) * gridTicks : end.lastTick();
  }

  /** Returns the traces of all partitions, in order. */
  public static List<Step> trace(RunOutcome<Arc> outcome) {
    return outcome.statistics(arc -> arc.trace, TokenRing::load).stream()
        .flatMap(List::stream)
        .sorted(Step.ORDER)
        .toList();
  }

  /** Reads the trace that an arc saved. */
  private static List<Step> load(Words words) {
    final List<Step> trace = new ArrayList<>();
    for (int steps = words.takeCount(4); steps > 0; steps--) {
      trace.add(new Step(words.take(), (int) words.take(), (int) words.take(), (int) words.take()));
    }
    return trace;
  }

  /** The cells of one partition. */
  public static final class Arc implements Partition {
    public final List<Step> trace = new ArrayList<>();
    public final List<Window> windows = new ArrayList<>();
    public long finishedAt = -1;

    /**
     * The thread that built the arc, the thread that simulates it, and whether two did so at once;
     * never saved.
     */
    @FromConfiguration public final Thread builder = Thread.currentThread();

    @FromConfiguration public final Set<Thread> simulators = new HashSet<>();
    @FromConfiguration public boolean shared;

    @FromConfiguration private final AtomicBoolean busy = new AtomicBoolean();
    private final TokenRing ring;
    private final int index;
    private final int[] neighbours;
    private final PriorityQueue<Step> queue = new PriorityQueue<>(Step.ORDER);
    private long injected;
    private long delivered;

    private Arc(TokenRing ring, int index) {
      this.ring = ring;
      this.index = index;
      neighbours = ring.neighbours(index);
      for (int token = 0; token < ring.tokens; token++) {
        final Step first = ring.first(token);
        if (ring.partitionOf(first.cell()) == index) {
          queue.add(first);
        }
      }
    }

    @Override
    public long nextEffectTick() {
      return queue.isEmpty() ? NEVER : queue.peek().tick();
    }

    @Override
    public void accept(EventBatch batch) {
      for (int at = 0; at < batch.packets(); at++) {
        queue.add(
            new Step(
                batch.packetTick(at),
                batch.packetEvent(at),
                (int) batch.packetWord(at, 0),
                (int) batch.packetWord(at, 1)));
      }
    }

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      shared |= !busy.compareAndSet(false, true);
      simulators.add(Thread.currentThread());
      windows.add(window);
      while (nextEffectTick() < window.toTick()) {
        final Step step = queue.remove();
        if (step.tick() < window.fromTick()) {
          throw new IllegalStateException(step + " is late in " + window);
        }
        trace.add(step);
        injected += step.movesLeft() == ring.moves ? 1 : 0;
        final Step next = ring.after(step);
        if (next == null) {
          delivered++;
        } else {
          pass(next, outgoing);
        }
      }
      shared |= !busy.compareAndSet(true, false);
    }

    private void pass(Step step, EventBatch[] outgoing) {
      final int to = ring.partitionOf(step.cell());
      if (to == index) {
        queue.add(step);
        return;
      }
      for (int i = 0; i < neighbours.length; i++) {
        if (neighbours[i] == to) {
          final long[] words = {step.token(), step.movesLeft()};
          outgoing[i].addPacket(step.tick(), step.cell(), words, 0, words.length);
        }
      }
    }

    @Override
    public void addProgress(Progress sum) {
      sum.packetsInjected += injected;
      sum.packetsDelivered += delivered;
      sum.packetHops += trace.size();
      sum.events += trace.size();
    }

    @Override
    public void finish(long stopTick) {
      finishedAt = stopTick;
    }

    @Override
    public void exportStatistics(Words words) {
      words.put(trace.size());
      for (Step step : trace) {
        words.put(step.tick());
        words.put(step.cell());
        words.put(step.token());
        words.put(step.movesLeft());
      }
    }

    @Override
    public void saveWaits(boolean all, Words words) {
      words.put(all ? 1 : 0);
      words.put(queue.size());
    }
  }
}
