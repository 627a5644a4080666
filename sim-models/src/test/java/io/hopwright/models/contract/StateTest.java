package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.state.StateSize;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.StateFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that goes on from a saved state ends as if nothing had happened. */
class StateTest {
  private static final int SAVED = 2;

  /** Fields that may differ after a state was restored, as nothing is computed from them. */
  private static final Set<String> SCRATCH =
      Set.of(
          // Events of the tick simulated last, and words that the next event or packet overwrites.
          "TimingWheel.taken",
          "TimingWheel.chunks",
          "FarTimers.ticks",
          "FarTimers.events",
          "PacketPool.words",
          "PacketSlab.words",
          // The duration recorded last, of which none is still to be added.
          "TickHistogram.last",
          // Whether memory is read ahead, and what was read.
          "TwoPhasePartition.fetchDue",
          "TwoPhasePartition.fetched",
          // Wishes and contenders of the router evaluated last.
          "Router.wishes",
          "Router.contenders",
          // Batches of the last window.
          "Wiring.outgoing");

  static Stream<Case> all() {
    return MachineCases.wanted()
        .flatMap(cases -> cases.runs().map(run -> run.set(cases.allTables()).set(cases.fewCuts())))
        .filter(run -> run.network().withoutState() == null);
  }

  static Stream<Case> some() {
    final List<Case> all = all().toList();
    return IntStream.range(0, all.size()).filter(index -> index % 6 == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldGoOnFromSomeStates(Case run) {
    check(run.network(), new Random(run.toString().hashCode()), SAVED);
  }

  @ParameterizedTest
  @MethodSource("all")
  @Tag("slow")
  void shouldGoOnFromAnyState(Case run) {
    check(run.network(), new Random(run.toString().hashCode()), 3 * SAVED);
  }

  private static <P extends Partition> void check(Network<P> network, Random random, int count) {
    final Saver all = new Saver(Set.of());
    final String whole = text(network, all, SavedRun.NOTHING);
    final Set<Long> ticks = new TreeSet<>();
    for (int i = 0; i < count && !all.ticks.isEmpty(); i++) {
      ticks.add(all.ticks.get(random.nextInt(all.ticks.size())));
    }
    final Saver some = new Saver(ticks);
    assertEquals(whole, text(network, some, SavedRun.NOTHING), "a checkpoint changes the result");
    assertEquals(ticks.size(), some.saved.size());
    for (SavedRun saved : some.saved) {
      for (int index = 0; index < network.partitions(); index++) {
        checkRestored(network.build(index), saved.states().get(index));
      }
      final Saver later = new Saver(ticks);
      assertEquals(whole, text(network, later, saved), () -> "from tick " + saved.tick());
      for (SavedRun again : later.saved) {
        assertSame(some.at(again.tick()), again);
      }
    }
  }

  private static void checkRestored(Partition partition, StateImage image) {
    image.restore(partition);
    assertNull(image.firstDifference(partition));
    assertEquals(image.digest(), StateImage.of(partition).digest());
    assertEquals(image.bytes(), StateSize.of(partition));
  }

  private static void assertSame(SavedRun one, SavedRun other) {
    assertEquals(one.last(), other.last());
    one.states()
        .forEach(
            (index, state) ->
                assertEquals(
                    state.digest(),
                    other.states().get(index).digest(),
                    () -> "state of partition " + index + " at tick " + one.tick()));
  }

  /** A field that no part visits differs in a partition that was restored. */
  @ParameterizedTest
  @MethodSource("some")
  void shouldRestoreAllFieldsButScratch(Case run) {
    checkFields(run.network());
  }

  private static <P extends Partition> void checkFields(Network<P> network) {
    final Saver all = new Saver(Set.of());
    text(network, all, SavedRun.NOTHING);
    if (all.ticks.isEmpty()) {
      return;
    }
    final long tick = all.ticks.get(all.ticks.size() / 2);
    final List<Partition> built = new ArrayList<>();
    final Set<String> different = new TreeSet<>();
    final Saver saver =
        new Saver(Set.of(tick)) {
          @Override
          public void take(SavedRun saved) {
            for (int index = 0; index < built.size(); index++) {
              final P restored = network.build(index);
              saved.states().get(index).restore(restored);
              StateFields.compare(built.get(index), restored, different);
            }
            super.take(saved);
          }
        };
    new SequentialExecutor()
        .run(
            new KeptPartitions<>(network, built),
            new RunMonitor((clock, total) -> {}, RunMonitor.WorkListener.NONE, saver));
    assertFalse(saver.saved.isEmpty());
    different.removeAll(SCRATCH);
    assertEquals(Set.of(), different, "fields that are neither visited nor scratch");
  }

  private static <P extends Partition> String text(Network<P> network, Saver saver, SavedRun from) {
    final RunMonitor monitor =
        new RunMonitor((clock, total) -> {}, RunMonitor.WorkListener.NONE, saver);
    return ResultText.of(network.result(new SequentialExecutor().run(network, monitor, from)));
  }

  /** Simulation whose partitions are noted when they are built. */
  private record KeptPartitions<P extends Partition>(
      Simulation<P> simulation, List<Partition> built) implements Simulation<P> {
    @Override
    public int partitions() {
      return simulation.partitions();
    }

    @Override
    public int[] neighbours(int partition) {
      return simulation.neighbours(partition);
    }

    @Override
    public long windowTicks() {
      return simulation.windowTicks();
    }

    @Override
    public long gridTicks() {
      return simulation.gridTicks();
    }

    @Override
    public StopRule stopRule() {
      return simulation.stopRule();
    }

    @Override
    public P build(int partition) {
      final P one = simulation.build(partition);
      built.add(one);
      return one;
    }
  }

  /** Takes checkpoints at some ticks, and notes all at which it could. */
  private static class Saver implements RunMonitor.Checkpoints {
    private final Set<Long> wanted;
    final List<Long> ticks = new ArrayList<>();
    final List<SavedRun> saved = new ArrayList<>();

    Saver(Set<Long> wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean isDue(long tick) {
      ticks.add(tick);
      return wanted.contains(tick);
    }

    @Override
    public void take(SavedRun taken) {
      saved.add(taken);
    }

    SavedRun at(long tick) {
      return saved.stream().filter(each -> each.tick() == tick).findFirst().orElseThrow();
    }
  }
}
