package io.hopwright.models.tofu.barriers;

import io.hopwright.models.host.Servers;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.tofu.network.Generation;
import java.util.Arrays;

/**
 * Barrier engine of each network interface, which serves one job after the other. The earliest
 * ready job comes first; within a tick, starts come before relays, relays before ends, then lower
 * numbers first ({@code docs/models/tofu.md}, "Barrier").
 *
 * <p>A job is never ready twice, because a gate fires again only after the barrier of its last
 * firing. Confined to its partition; 8 B for each job of each node, and 12 B for each engine.
 */
final class BarrierEngines {
  /** No job. */
  static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final int tnis;
  private final int jobs;

  /** Jobs of interface {@code i} are {@code first[i]} to {@code first[i + 1]}, in order. */
  private final int[] first;

  /** Gate of each job, its ticks, and whether it is a start. */
  private final int[] gates;

  private final int[] ticks;
  private final boolean[] starts;

  /** Job of the firing of each gate; job of the start of each channel. */
  private final int[] ofFiring;

  private final int[] ofStart;
  private final Servers engines;
  private final int[] running;
  private final long[] ready;
  private final Wakes wakes;
  private final int unit;

  /**
   * Creates idle engines.
   *
   * @param unit that is woken when a job ends
   */
  BarrierEngines(BarrierPlan plan, Generation generation, int nodes, Wakes wakes, int unit) {
    this.wakes = wakes;
    this.unit = unit;
    tnis = generation.tnis();
    final int channels = plan.channels();
    jobs = plan.gates() + channels;
    first = new int[tnis + 1];
    gates = new int[jobs];
    ticks = new int[jobs];
    starts = new boolean[jobs];
    ofFiring = new int[plan.gates()];
    ofStart = new int[channels];
    int job = 0;
    for (int tni = 0; tni < tnis; tni++) {
      first[tni] = job;
      for (int i = 0; i < jobs; i++) {
        // starts, then relays, then ends
        final int gate = i < plan.gates() ? i : i - plan.gates();
        if (plan.tni(gate) == tni) {
          gates[job] = gate;
          starts[job] = i < channels;
          ticks[job] =
              gate < channels ? generation.barrierChannelTicks() : generation.barrierRelayTicks();
          (starts[job] ? ofStart : ofFiring)[gate] = job;
          job++;
        }
      }
    }
    first[tnis] = job;
    engines = new Servers(nodes * tnis);
    running = new int[nodes * tnis];
    Arrays.fill(running, NONE);
    ready = new long[nodes * jobs];
    Arrays.fill(ready, NEVER);
  }

  /** Makes the start of a channel ready at a tick. */
  void start(int node, int channel, long tick) {
    ready(node, ofStart[channel], tick);
  }

  /** Makes the relay, or the end, of a firing gate ready. */
  void fire(int node, int gate, long tick) {
    ready(node, ofFiring[gate], tick);
  }

  private void ready(int node, int job, long tick) {
    assert ready[node * jobs + job] == NEVER : "gate " + gates[job] + " fires twice";
    ready[node * jobs + job] = tick;
  }

  /** Phase 1: returns the job of an engine that ends in this tick, {@link #NONE} if none does. */
  int ended(int node, int tni, long tick) {
    final int engine = node * tnis + tni;
    final int job = running[engine];
    if (job == NONE || engines.freeAt(engine) != tick) {
      return NONE;
    }
    running[engine] = NONE;
    return job;
  }

  int gate(int job) {
    return gates[job];
  }

  boolean isStart(int job) {
    return starts[job];
  }

  /** Phase 2, after the issues: lets free engines begin. */
  void begin(int node, long tick) {
    for (int tni = 0; tni < tnis; tni++) {
      final int engine = node * tnis + tni;
      if (running[engine] == NONE) {
        final int job = next(node, tni, tick);
        if (job != NONE) {
          running[engine] = job;
          ready[node * jobs + job] = NEVER;
          wakes.at(engines.serve(engine, tick, ticks[job]), node, unit);
        }
      }
    }
  }

  private int next(int node, int tni, long tick) {
    int next = NONE;
    long sooner = tick + 1;
    for (int job = first[tni]; job < first[tni + 1]; job++) {
      final long at = ready[node * jobs + job];
      if (at < sooner) {
        next = job;
        sooner = at;
      }
    }
    return next;
  }

  /** Returns whether nothing is done, or to be done. */
  boolean areIdle() {
    return Arrays.stream(running).allMatch(job -> job == NONE)
        && Arrays.stream(ready).allMatch(at -> at == NEVER);
  }
}
