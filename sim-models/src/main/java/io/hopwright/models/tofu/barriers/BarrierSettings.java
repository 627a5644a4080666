package io.hopwright.models.tofu.barriers;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.tofu.barriers.BarrierPlan.Algorithm;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuPaper;
import java.util.List;
import java.util.Set;

/**
 * Barriers of a run ({@code docs/models/tofu.md}, "Barrier").
 *
 * @param plan gates of a node
 * @param participants number of participating nodes, the first ones
 * @param iterations barriers of each node
 */
public record BarrierSettings(BarrierPlan plan, int participants, int iterations) {
  private static final Key<Algorithm> ALGORITHM =
      Key.choice("barrier.algorithm", Algorithm.WITHIN, Choice.of(Algorithm.values()))
          .meaning("for workload.kind = barrier: arrangement of the barrier channels")
          .source(TofuPaper.SECTION + "II.A, V.E");
  private static final Key<Integer> CHANNELS =
      Key.integer("barrier.channels", 1, 1, Generation.TOFUD.barrierChannelsPerNode())
          .meaning("for within: barrier channels that a node joins")
          .source(TofuPaper.SECTION + "V.E, Table VI");
  private static final Key<Integer> PARTICIPANTS =
      Key.integer("barrier.participants", null, 1, TofuPacketId.MAX_NODES)
          .ofRun("number of participating nodes, those with the lowest numbers; all if not set");
  private static final Key<Integer> ITERATIONS =
      Key.integer("barrier.iterations", 1, 1, 1_000_000)
          .ofRun("barriers one after the other at each of these nodes");

  public static final Component COMPONENT =
      Component.of("barrier", ALGORITHM, CHANNELS, PARTICIPANTS, ITERATIONS);

  public static final List<KeyScope> SCOPES =
      List.of(
          KeyScope.withAny(
              WorkloadKeys.KIND,
              Set.of("barrier"),
              COMPONENT.keys().stream().map(Key::name).toArray(String[]::new)),
          KeyScope.with(ALGORITHM.name(), "within", CHANNELS.name()));

  /**
   * Reads the settings of a machine of some nodes.
   *
   * @throws SettingsException naming all inconsistent settings
   */
  public static BarrierSettings of(Settings settings, Generation generation, int nodes) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Algorithm algorithm = settings.get(ALGORITHM);
    final int channels = settings.get(CHANNELS);
    final int participants = settings.find(PARTICIPANTS).orElse(nodes);
    problems.when(
        participants > nodes,
        PARTICIPANTS,
        "is above the number of nodes, " + nodes + "; use at most that, or leave it out");
    problems.when(
        algorithm == Algorithm.BUTTERFLY
            && (participants < 2 || Integer.bitCount(participants) != 1),
        PARTICIPANTS,
        "is "
            + participants
            + ", but a butterfly joins 2, 4, 8, … nodes; use a power of two, or barrier.algorithm ="
            + " tree");
    if (algorithm == Algorithm.WITHIN) {
      checkChannels(channels, generation, problems);
    }
    problems.throwIfAny();
    final BarrierPlan plan =
        switch (algorithm) {
          case WITHIN -> BarrierWithin.of(channels, generation.barrierTnis());
          case TREE -> new BarrierTree(participants);
          case BUTTERFLY -> new BarrierButterfly(participants);
        };
    return new BarrierSettings(plan, participants, settings.get(ITERATIONS));
  }

  private static void checkChannels(
      int channels, Generation generation, SettingsException.Collector problems) {
    final int most = generation.barrierChannelsPerNode();
    problems.when(
        channels > most,
        CHANNELS,
        "is above the " + most + " barrier channels of a node; use at most that");
    problems.when(
        channels <= most && BarrierWithin.groupSize(channels, generation.barrierTnis()).isEmpty(),
        CHANNELS,
        "makes no groups of one size; use up to 6, or a multiple of 4 or 6");
  }

  /** Returns the number of consecutive signals of a barrier. */
  public int stages() {
    return plan.stages(plan instanceof BarrierWithin ? 1 : participants);
  }

  /** Returns the number of completions over all channels. */
  public long completions() {
    return (long) participants * plan.channels() * iterations;
  }
}
