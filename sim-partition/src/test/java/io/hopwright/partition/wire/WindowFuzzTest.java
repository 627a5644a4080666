package io.hopwright.partition.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Peers;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.wire.proto.WindowPart;
import io.hopwright.testkit.TokenGraph;
import io.hopwright.testkit.TokenRing.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Windows of several members over random graphs, partitions and placements, whose messages and
 * partitions are processed in random order, against one member on one thread. {@code
 * -Dhopwright.fuzz.cases=} is the number of cases, {@code -Dhopwright.fuzz.seed=} the first seed.
 */
class WindowFuzzTest {
  private static final int CASES = Integer.getInteger("hopwright.fuzz.cases", 500);
  private static final long FIRST_SEED = Long.getLong("hopwright.fuzz.seed", 1);
  private static final int ENOUGH = 500;
  private static final int MOST_MEMBERS = 6;
  private static final int RUN = 3;

  @Test
  void shouldDoWhatOneMemberDoes() {
    final Map<Ending, Integer> endings = new EnumMap<>(Ending.class);
    int ahead = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      try {
        final Members members = new Members(new Random(seed));
        endings.merge(members.check(), 1, Integer::sum);
        ahead += members.mostAhead > 0 ? 1 : 0;
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError(
            "-Dhopwright.fuzz.seed=" + seed + " -Dhopwright.fuzz.cases=1", failure);
      }
    }
    if (CASES >= ENOUGH) {
      assertEquals(3, endings.size(), endings::toString);
      assertTrue(ahead > CASES / 20, ahead + " cases in which somebody was ahead");
    }
  }

  /** Members whose messages wait in one queue per pair until the test delivers them. */
  private static final class Members {
    private final Random random;
    private final TokenGraph graph;
    private final PartitionPlacement placement;
    private final List<WindowedRun<TokenGraph.Part>> runs = new ArrayList<>();
    private final List<RunMonitor> monitors = new ArrayList<>();

    /** Queues of partitions, then those of messages from each member to each. */
    private final List<Queue<Runnable>> queues = new ArrayList<>();

    /** Weight of each queue in the random choice; some queues are starved. */
    private final List<Double> weights = new ArrayList<>();

    private final boolean[] ended;
    private final int interruption;
    private int turns;
    private long mostAhead;

    Members(Random random) {
      this.random = random;
      graph = TokenGraph.of(random);
      placement = placement(graph.partitions());
      final int members = placement.members();
      ended = new boolean[members];
      interruption = random.nextInt(4) == 0 ? random.nextInt(2_000) : Integer.MAX_VALUE;
      final double skew = random.nextInt(3) * 5;
      for (int queue = graph.partitions() + members * members; queue > 0; queue--) {
        queues.add(new ArrayDeque<>());
        weights.add(Math.pow(2, -skew * random.nextDouble()));
      }
      for (int member = 0; member < members; member++) {
        final Post post = new Post(member);
        monitors.add(new RunMonitor());
        runs.add(new WindowedRun<>(graph, monitors.get(member), placement, member, post));
        post.connect();
      }
      for (int partition = 0; partition < graph.partitions(); partition++) {
        final WindowedRun<TokenGraph.Part> run = runs.get(placement.memberOf(partition));
        final int index = partition;
        queues.get(partition).add(() -> goOn(run, run.build(index)));
      }
    }

    private PartitionPlacement placement(int partitions) {
      final int members = 1 + random.nextInt(Math.min(MOST_MEMBERS, partitions));
      final List<Integer> memberOf =
          new ArrayList<>(
              IntStream.range(0, partitions)
                  .mapToObj(i -> i < members ? i : random.nextInt(members))
                  .toList());
      Collections.shuffle(memberOf, random);
      return PartitionPlacement.of(memberOf);
    }

    /** Messages of a member, packed as for the network, in halves or not. */
    private final class Post implements Peers {
      private final int from;
      private final List<WindowWriter> writers = new ArrayList<>();

      Post(int from) {
        this.from = from;
      }

      void connect() {
        final long shortNanos = random.nextBoolean() ? 0 : Long.MAX_VALUE;
        for (int to = 0; to < placement.members(); to++) {
          if (to != from) {
            final Queue<Runnable> queue =
                queues.get(graph.partitions() + from * placement.members() + to);
            final int receiver = to;
            final WindowReader[] reader = new WindowReader[1];
            queue.add(() -> reader[0] = reader(receiver));
            writers.add(
                new WindowWriter(
                    RUN,
                    runs.get(from).outbound(to),
                    shortNanos,
                    part ->
                        queue.add(
                            () -> {
                              assertFalse(ended[receiver], "a message came after the end");
                              reader[0].accept(copy(part));
                            })));
          }
        }
      }

      private WindowReader reader(int to) {
        final WindowedRun<TokenGraph.Part> run = runs.get(to);
        return new WindowReader(
            run.inbound(from),
            RUN,
            from,
            new WindowReader.Listener() {
              @Override
              public void through(int partition, long window) {
                run.through(partition, window, ready -> simulate(run, ready));
              }

              @Override
              public void arrived(Standing standing) {
                goOn(run, run.arrived(from, standing));
              }
            });
      }

      @Override
      public void through(int partition, Window window) {
        writers.forEach(writer -> writer.through(partition, window));
      }

      @Override
      public void send(Standing mine) {
        writers.forEach(writer -> writer.close(mine));
      }
    }

    private static WindowPart copy(WindowPart part) {
      try {
        return WindowPart.parseFrom(part.toByteArray());
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    }

    private void simulate(WindowedRun<TokenGraph.Part> run, int partition) {
      final Window window = run.window();
      queues
          .get(partition)
          .add(
              () -> {
                for (WindowedRun<TokenGraph.Part> other : runs) {
                  final long last = other.throughWith(other.member());
                  mostAhead = Math.max(mostAhead, window.number() - 1 - last);
                }
                goOn(run, run.simulate(partition, window));
              });
    }

    private void goOn(WindowedRun<TokenGraph.Part> run, boolean decides) {
      if (decides && run.next() == null) {
        ended[run.member()] = true;
      } else if (decides) {
        run.begin(ready -> simulate(run, ready));
      }
    }

    /** Delivers messages and simulates partitions until nothing is left. */
    private void run() {
      for (Queue<Runnable> next = next(); next != null; next = next()) {
        if (turns++ == interruption) {
          monitors.get(random.nextInt(monitors.size())).interrupt();
        }
        next.remove().run();
      }
      for (boolean end : ended) {
        assertTrue(end, "a member waits");
      }
    }

    private Queue<Runnable> next() {
      double sum = 0;
      Queue<Runnable> chosen = null;
      for (int at = 0; at < queues.size(); at++) {
        if (!queues.get(at).isEmpty()) {
          sum += weights.get(at);
          chosen = random.nextDouble() * sum < weights.get(at) ? queues.get(at) : chosen;
        }
      }
      return chosen;
    }

    /** Runs, compares, and returns how the run ended. */
    Ending check() {
      run();
      final List<RunOutcome<TokenGraph.Part>> outcomes =
          runs.stream().map(WindowedRun::finish).toList();
      final RunOutcome<TokenGraph.Part> expected =
          new SequentialExecutor().run(graph, new RunMonitor());
      final boolean interrupted = outcomes.get(0).ending() == Ending.INTERRUPTED;
      assertTrue(turns > interruption || !interrupted, "nobody wanted it to end");
      final long stop = interrupted ? outcomes.get(0).stopTick() : expected.stopTick();
      for (RunOutcome<TokenGraph.Part> outcome : outcomes) {
        assertEquals(stop, outcome.stopTick());
        assertEquals(interrupted ? Ending.INTERRUPTED : expected.ending(), outcome.ending());
      }
      assertTrue(stop <= expected.stopTick());
      assertEquals(
          trace(Stream.of(expected)).stream().filter(step -> step.tick() < stop).toList(),
          trace(outcomes.stream()));
      assertTrue(mostAhead <= 1, () -> mostAhead + " windows ahead");
      return outcomes.get(0).ending();
    }

    private static List<Step> trace(Stream<RunOutcome<TokenGraph.Part>> outcomes) {
      return outcomes
          .flatMap(outcome -> outcome.partitions().stream())
          .flatMap(part -> part.trace.stream())
          .sorted(Step.ORDER)
          .toList();
    }
  }
}
