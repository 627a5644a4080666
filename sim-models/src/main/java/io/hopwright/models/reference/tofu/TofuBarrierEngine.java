package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.tofu.TofuGate.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Barrier engine of a TNI: serves its barrier channels and gates, "one job after the other". */
final class TofuBarrierEngine {
  /** Kinds of jobs, in the order of the page. */
  private enum Job {
    START,
    RELAY,
    END
  }

  private record Ready(long tick, Job job, TofuGate gate) {
    /** Returns the number by which jobs are served: lower numbers (of BCH, BG, BCH) first. */
    private int number() {
      return job == Job.RELAY ? gate.number : gate.channel;
    }
  }

  private final TofuNode node;
  private final ReferenceTofu machine;
  private final List<Ready> ready = new ArrayList<>();
  private long freeFrom;

  TofuBarrierEngine(TofuNode node) {
    this.node = node;
    machine = node.machine;
  }

  /** A channel is posted, at this tick or before the first. */
  void post(TofuGate gate, long tick) {
    final long from = tick + machine.parameters.generation.of(119, 148, 162);
    machine.at(from, () -> ready.add(new Ready(from, Job.START, gate)));
  }

  /** Phase 1: a signal counts. */
  void signalled(Signal signal) {
    if (signal.to().signalled(signal.from())) {
      final Job job = signal.to().isRelay() ? Job.RELAY : Job.END;
      ready.add(new Ready(machine.now(), job, signal.to()));
    }
  }

  /** "A free engine begins the job that was ready first", after the issues of phase 2. */
  void begin(long tick) {
    if (freeFrom > tick || ready.isEmpty()) {
      return;
    }
    final Ready first =
        ready.stream()
            .min(
                Comparator.comparingLong(Ready::tick)
                    .thenComparing(Ready::job)
                    .thenComparingInt(Ready::number))
            .orElseThrow();
    ready.remove(first);
    freeFrom = tick + ticks(first.job);
    machine.at(freeFrom, () -> end(first));
  }

  private int ticks(Job job) {
    final TofuParameters.Generation generation = machine.parameters.generation;
    return job == Job.RELAY ? generation.of(81, 102, 110) : generation.of(91, 113, 123);
  }

  private void end(Ready done) {
    if (done.job == Job.END) {
      machine.onCompletion(done.gate);
      return;
    }
    for (final TofuGate to : done.gate.to) {
      final Signal signal = new Signal(done.gate, to);
      if (to.node == node.number) {
        node.tnis[to.tni].barrierEngine.signalled(signal);
      } else {
        node.tnis[done.gate.tni].signals.add(TofuPacket.signal(machine, signal));
      }
    }
  }
}
