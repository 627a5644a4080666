package io.hopwright.testkit;

import io.hopwright.core.random.Draws;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import io.hopwright.testkit.TokenRing.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A synthetic model: tokens that wander over a random graph of cells, in partitions of any shape.
 * They rest for a moment or, now and then, very long; some get stuck forever. Events are a pure
 * function of the graph and its seed.
 *
 * @param seed of all delays and routes
 * @param links of each cell: the cells that it leads to, and that lead to it
 * @param partitionOf each cell
 * @param tokens that start somewhere in the first ticks; at most 1,024
 * @param moves of each token until it is delivered; below 4,096
 * @param stuck one of this number of tokens is never delivered
 * @param lookahead smallest delay of a move to another cell
 * @param longestRestTicks how long a token may rest
 */
public record TokenGraph(
    long seed,
    List<List<Integer>> links,
    List<Integer> partitionOf,
    int tokens,
    int moves,
    int stuck,
    int lookahead,
    long longestRestTicks,
    long windowTicks,
    long gridTicks,
    StopRule stopRule)
    implements Simulation<TokenGraph.Part> {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int MOVES_BITS = 12;
  private static final int MOVES_MASK = (1 << MOVES_BITS) - 1;

  /** Returns a graph with random partitions, tokens, windows, grid and end. */
  public static TokenGraph of(Random random) {
    final int cells = 1 + random.nextInt(40);
    final int partitions = 1 + random.nextInt(Math.min(cells, 12));
    final List<Integer> partitionOf = new ArrayList<>();
    final List<List<Integer>> links = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      partitionOf.add(cell < partitions ? cell : random.nextInt(partitions));
      links.add(new ArrayList<>());
    }
    for (int link = random.nextInt(3 * cells); link > 0; link--) {
      final int one = random.nextInt(cells);
      final int other = random.nextInt(cells);
      links.get(one).add(other);
      links.get(other).add(one);
    }
    final int lookahead = 1 + random.nextInt(50);
    return new TokenGraph(
        random.nextLong(),
        links,
        partitionOf,
        random.nextInt(random.nextBoolean() ? 4 : 60),
        1 + random.nextInt(60),
        random.nextInt(4) == 0 ? 1 + random.nextInt(20) : Integer.MAX_VALUE,
        lookahead,
        1L << random.nextInt(random.nextInt(4) == 0 ? 40 : 10),
        1 + random.nextInt(lookahead),
        1L << random.nextInt(14),
        end(random));
  }

  private static TokenRing.End end(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new TokenRing.End(NEVER, 0, NEVER);
      case 1 -> new TokenRing.End(NEVER, 0, 1 + random.nextInt(3_000));
      case 2 -> new TokenRing.End(random.nextInt(30), random.nextInt(2_000), NEVER);
      default -> new TokenRing.End(random.nextInt(30), 500, 501 + random.nextInt(2_000));
    };
  }

  @Override
  public int partitions() {
    return 1 + partitionOf.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  @Override
  public int[] neighbours(int partition) {
    return IntStream.range(0, links.size())
        .filter(cell -> partitionOf.get(cell) == partition)
        .flatMap(cell -> links.get(cell).stream().mapToInt(partitionOf::get))
        .filter(other -> other != partition)
        .sorted()
        .distinct()
        .toArray();
  }

  @Override
  public Part build(int partition) {
    return new Part(this, partition);
  }

  private Step first(int token) {
    final long draw = Draws.of(seed, 0).draw(token, 0, 0);
    final int cell = Draws.pick(Draws.mix(draw), links.size());
    return new Step(Draws.pick(draw, 200), cell, token, moves);
  }

  /** Returns the step that follows a step, or null after the last one. */
  private Step after(Step step) {
    if (step.movesLeft() == 0 || (isStuck(step.token()) && step.movesLeft() == moves / 2)) {
      return null;
    }
    final long draw = Draws.of(seed, 1).draw(step.token(), step.tick(), step.movesLeft());
    final List<Integer> ways = links.get(step.cell());
    final int left = step.movesLeft() - 1;
    if (ways.isEmpty() || (draw & 3) == 0) {
      final long rest = 1 + (draw >>> 8) % longestRestTicks;
      return new Step(step.tick() + rest, step.cell(), step.token(), left);
    }
    final long delay = lookahead + ((draw & 12) != 0 ? 0 : (draw >>> 8) % 300);
    final int way = Draws.pick(Draws.mix(draw), ways.size());
    return new Step(step.tick() + delay, ways.get(way), step.token(), left);
  }

  private boolean isStuck(int token) {
    return token % stuck == stuck - 1;
  }

  /** The cells of one partition. */
  public static final class Part implements Partition {
    public final List<Step> trace = new ArrayList<>();

    private final TokenGraph graph;
    private final int index;
    private final int[] neighbours;
    private final PriorityQueue<Step> queue = new PriorityQueue<>(Step.ORDER);
    private long injected;
    private long delivered;

    private Part(TokenGraph graph, int index) {
      this.graph = graph;
      this.index = index;
      neighbours = graph.neighbours(index);
      for (int token = 0; token < graph.tokens; token++) {
        final Step first = graph.first(token);
        if (graph.partitionOf.get(first.cell()) == index) {
          queue.add(first);
        }
      }
    }

    @Override
    public long nextEffectTick() {
      return queue.isEmpty() ? NEVER : queue.peek().tick();
    }

    /** A token arrives as a signal or as a packet. */
    @Override
    public void accept(EventBatch batch) {
      for (int at = 0; at < batch.signals(); at++) {
        final int event = batch.signalEvent(at);
        queue.add(step(batch.signalTick(at), event & MOVES_MASK, event >>> MOVES_BITS));
      }
      for (int at = 0; at < batch.packets(); at++) {
        final long word = batch.packetWord(at, 0);
        queue.add(step(batch.packetTick(at), batch.packetEvent(at), (int) word));
      }
    }

    private static Step step(long tick, int movesLeft, int tokenAndCell) {
      return new Step(tick, tokenAndCell & 1023, tokenAndCell >>> 10, movesLeft);
    }

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      while (nextEffectTick() < window.toTick()) {
        final Step step = queue.remove();
        if (step.tick() < window.fromTick()) {
          throw new IllegalStateException(step + " is late in " + window);
        }
        trace.add(step);
        injected += step.movesLeft() == graph.moves ? 1 : 0;
        delivered += step.movesLeft() == 0 ? 1 : 0;
        final Step next = graph.after(step);
        if (next != null) {
          pass(next, outgoing);
        }
      }
    }

    private void pass(Step step, EventBatch[] outgoing) {
      final int to = graph.partitionOf.get(step.cell());
      if (to == index) {
        queue.add(step);
        return;
      }
      final int tokenAndCell = step.token() << 10 | step.cell();
      for (int i = 0; i < neighbours.length; i++) {
        if (neighbours[i] == to && (step.tick() & 1) == 0) {
          outgoing[i].addSignal(step.tick(), tokenAndCell << MOVES_BITS | step.movesLeft());
        } else if (neighbours[i] == to) {
          outgoing[i].addPacket(step.tick(), step.movesLeft(), new long[] {tokenAndCell}, 0, 1);
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
    public void finish(long stopTick) {}

    @Override
    public void exportStatistics(Words words) {}
  }
}
