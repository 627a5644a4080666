package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Step;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Failures, and the times at which routers learn of them (sections "Failed links and blades" of
 * {@code docs/models/cascade-faults.md}).
 */
public final class ReferenceFaults {
  static final long NEVER = Long.MAX_VALUE;

  /**
   * Configured failure.
   *
   * @param port port of the failed link; −1 if the whole blade fails
   */
  record Fault(int aries, int port, long atTick) {
    boolean isOfBlade() {
      return port < 0;
    }
  }

  private final ReferenceCascadeConfig config;
  private final ReferenceDragonfly dragonfly;

  /** Tick at which each output fails, by Aries and port. */
  private final long[][] outputs;

  private final long[] blades;

  public ReferenceFaults(ReferenceCascadeConfig config, ReferenceDragonfly dragonfly) {
    this.config = config;
    this.dragonfly = dragonfly;
    outputs = new long[dragonfly.aries()][ReferenceDragonfly.PORTS];
    blades = new long[dragonfly.aries()];
    Arrays.fill(blades, NEVER);
    for (final long[] ofAries : outputs) {
      Arrays.fill(ofAries, NEVER);
    }
    for (final Fault fault : config.faults) {
      if (fault.isOfBlade()) {
        blades[fault.aries] = fault.atTick;
        for (int port = 0; port < ReferenceDragonfly.PORTS; port++) {
          fail(fault.aries, port, fault.atTick);
        }
      } else {
        fail(fault.aries, fault.port, fault.atTick);
      }
    }
  }

  /** "In both directions", "at the earlier tick". */
  private void fail(int aries, int port, long tick) {
    outputs[aries][port] = Math.min(outputs[aries][port], tick);
    final End farEnd = dragonfly.farEnd(aries, port);
    if (farEnd != null) {
      final long[] there = outputs[farEnd.router()];
      there[farEnd.port()] = Math.min(there[farEnd.port()], tick);
    }
  }

  /** Returns whether a fault is configured. */
  boolean any() {
    return !config.faults.isEmpty();
  }

  /** Returns the tick at which a blade fails, {@link #NEVER} if it does not fail. */
  public long bladeFails(int aries) {
    return blades[aries];
  }

  /** Returns the tick at which an output fails, {@link #NEVER} if it does not fail. */
  public long outputFails(int aries, int port) {
    return outputs[aries][port];
  }

  /** Returns the ticks in which outputs of a router fail. */
  public List<Long> changes(int aries) {
    return Arrays.stream(outputs[aries]).filter(tick -> tick != NEVER).distinct().boxed().toList();
  }

  /**
   * Returns the tick until which no NIC issues requests or openings; the given tick if they may.
   */
  public long quietUntil(long tick) {
    long until = tick;
    for (final Fault fault : config.faults) {
      final long tables = fault.atTick + config.reactionTicks;
      if (fault.atTick > 0 && tables - config.quiesceTicks <= tick && tick < tables) {
        until = Math.max(until, tables);
      }
    }
    return until;
  }

  // ------------------------------------------------------------------------------- who knows

  private boolean isTabled(int aries, int port, long tick) {
    final long failed = outputs[aries][port];
    return failed == 0 || (failed != NEVER && tick >= failed + config.reactionTicks);
  }

  /** Returns whether a failure of a link is known at an Aries. */
  boolean isKnown(int aries, int port, int observer, long tick) {
    final long failed = outputs[aries][port];
    if (failed == NEVER) {
      return false;
    }
    final int farAries = dragonfly.farEnd(aries, port).router();
    final int group = dragonfly.group(observer);
    final boolean atAnEnd = observer == aries || observer == farAries;
    final boolean near = group == dragonfly.group(aries) || group == dragonfly.group(farAries);
    return isTabled(aries, port, tick)
        || (atAnEnd && tick >= failed)
        || (near && tick >= (failed / config.hopTicks + 2) * config.hopTicks);
  }

  /** Returns whether none of the links of a hop can be taken, as the tables have it. */
  boolean isTabledDead(int aries, Step step, long tick) {
    return all(step, port -> isTabled(aries, port, tick));
  }

  /** Returns whether none of the links of a hop can be taken, as an Aries knows. */
  boolean isKnownDead(int aries, Step step, int observer, long tick) {
    return all(step, port -> isKnown(aries, port, observer, tick));
  }

  private static boolean all(Step step, IntPredicate failed) {
    return IntStream.range(step.firstPort(), step.firstPort() + step.links()).allMatch(failed);
  }
}
