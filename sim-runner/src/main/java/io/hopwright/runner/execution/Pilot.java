package io.hopwright.runner.execution;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.KeyRole;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Pilot run, which finds the warm-up of a run that leaves it open: it simulates the same network
 * from its first tick on, and determines when it becomes steady. If a pilot is too short, one of
 * twice the length follows, up to twice the longest warm-up allowed.
 *
 * <p>The result depends only on the series of the grid, and so not on splits, executors or windows.
 */
public final class Pilot {
  /** Length of the first pilot, in intervals of the grid. */
  private static final long FIRST_INTERVALS = 100;

  private static final Origin FOUND = new Origin("pilot", 0);

  private final ResolvedConfig config;
  private final long gridTicks;
  private final long limitTicks;
  private final Trial trial;

  private Pilot(ResolvedConfig config, Network<?> network, Trial trial) {
    this.config = config;
    this.trial = trial;
    gridTicks = network.gridTicks();
    limitTicks = network.run().warmupTicks();
  }

  /** Simulation of a pilot. */
  @FunctionalInterface
  public interface Trial {
    /** Simulates to the end, or until interrupted. */
    Completion run(ResolvedConfig config, Network<?> network);
  }

  /**
   * Run whose warm-up is a number.
   *
   * @param config configuration with the warm-up that was found, if it was left open
   * @param network network of the configuration
   * @param steadyState result of the pilot; null if there was none
   */
  public record Settled(ResolvedConfig config, Network<?> network, SteadyState steadyState) {
    /** Returns the completion of a run with the results of its pilot in the summary. */
    public Completion noted(Completion run) {
      return steadyState == null
          ? run
          : new Completion(
              run.result().with(SteadyState.ENTRY, steadyState.document()),
              run.ending(),
              run.execution(),
              run.loss(),
              run.standstill());
    }
  }

  /** Returns the requested configuration of a run whose warm-up was determined by a pilot. */
  public static ResolvedConfig asked(ResolvedConfig settled) {
    return settled.with(Map.of(RunPlan.WARMUP.name(), RunPlan.AUTO.name()), FOUND);
  }

  /** Returns whether the warm-up of a run must be determined. */
  public static boolean wanted(ResolvedConfig config) {
    return RunPlan.AUTO.name().equals(config.value(RunPlan.WARMUP.name()));
  }

  /**
   * Returns the longest pilot of a run whose warm-up must be determined.
   *
   * @throws InputException if it cannot be simulated
   */
  public static Network<?> longest(ResolvedConfig config, Network<?> network) {
    return new Pilot(config, network, null).longest();
  }

  /**
   * Determines the warm-up of a run, with a pilot if necessary.
   *
   * @param talk receives the result of the pilot
   * @throws NeverBegunException if a pilot is interrupted
   * @throws InputException if the longest pilot cannot be simulated
   * @throws EnvironmentException if another JVM is lost
   */
  public static Settled settle(
      ResolvedConfig config, Network<?> network, Trial trial, Consumer<SteadyState> talk) {
    if (!wanted(config)) {
      return new Settled(config, network, null);
    }
    final Pilot pilot = new Pilot(config, network, trial);
    pilot.longest();
    final SteadyState found = pilot.search();
    talk.accept(found);
    final ResolvedConfig settled =
        config.with(Map.of(RunPlan.WARMUP.name(), found.warmupTicks()), FOUND);
    return new Settled(settled, settled.network(), found);
  }

  private Network<?> longest() {
    try {
      return config(longestTicks()).network();
    } catch (InputException e) {
      final String whose =
          ("%s = %s: the longest pilot takes twice as many ticks, which exceeds the limit"
                  + " of simulated time; ")
              .formatted(RunPlan.MAX_WARMUP, limitTicks);
      throw new InputException(e.messages().stream().map(whose::concat).toList());
    }
  }

  /** A cut lies in the first half of a pilot. */
  private long longestTicks() {
    return 2 * limitTicks / gridTicks * gridTicks;
  }

  private SteadyState search() {
    long ticks = Math.min(FIRST_INTERVALS * gridTicks, longestTicks());
    while (true) {
      final SteadyState state = look(ticks);
      if (state.reached() || ticks == longestTicks()) {
        return state;
      }
      ticks = Math.min(2 * ticks, longestTicks());
    }
  }

  private SteadyState look(long ticks) {
    final ResolvedConfig described = config(ticks);
    final Completion run = trial.run(described, described.network());
    if (run.lost()) {
      throw new EnvironmentException(run.loss() + "; the run had not started", null);
    }
    if (run.ending() == Completion.Ending.INTERRUPTED) {
      throw new NeverBegunException("in the pilot");
    }
    return SteadyState.of(run, ticks, gridTicks, limitTicks);
  }

  /** Describes the same network, measured from the beginning for {@code ticks}. */
  private ResolvedConfig config(long ticks) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (Parameter parameter : config.machine().parameters()) {
      if (KeyRole.of(parameter.key()) == KeyRole.OBSERVATION) {
        values.put(parameter.key(), parameter.defaultValue());
      }
    }
    values.put(RunPlan.WARMUP.name(), 0L);
    values.put(RunPlan.TICKS.name(), ticks);
    values.put(RunPlan.END.name(), RunPlan.END.parameter().defaultValue());
    values.put(RunPlan.FOLLOW.name(), 0L);
    return config.with(values, FOUND);
  }
}
