package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Keys of a machine, by the names of {@code docs/models/tnw.md}. Immutable. */
record TnwTestMachine(Case keys) {
  /** Returns a number of nodes in a row along x. */
  static TnwTestMachine of(int x) {
    return new TnwTestMachine(Case.of(new Tnw()).with("machine.shape", List.of(x, 1, 1)));
  }

  /** Returns the same machine with other values for keys, in pairs. */
  TnwTestMachine with(Object... keysAndValues) {
    return new TnwTestMachine(keys.with(keysAndValues));
  }

  ReferenceTnw build() {
    return build(Long.MAX_VALUE);
  }

  ReferenceTnw build(long bornBefore) {
    return new ReferenceTnw(new TnwParameters(keys.settings(), bornBefore), null, List.of());
  }

  /** Returns a machine without programs and with other rules. */
  ReferenceTnw build(TnwRules rules) {
    return new ReferenceTnw(
        new TnwParameters(keys.settings(), Long.MAX_VALUE), rules, null, List.of());
  }

  /** Runs until no event is pending. */
  static ReferenceTnw drain(ReferenceTnw machine) {
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      machine.run(machine.tick() + 1000);
      machine.checkConservation();
    }
    return machine;
  }

  /** Returns the bytes per tick over one link, after it has filled, until {@code stopTick}. */
  static double bytesPerTick(ReferenceTnw machine, long fromTick, long stopTick) {
    machine.run(fromTick);
    final long before = machine.count(ReferenceMachine.DELIVERED);
    machine.run(stopTick);
    return 128.0 * (machine.count(ReferenceMachine.DELIVERED) - before) / (stopTick - fromTick);
  }

  /** Returns a program that sends messages from a port. */
  static Iterator<TnwOperation> sends(int port, int packets, Integer... vcs) {
    return Stream.of(vcs)
        .<TnwOperation>map(vc -> new TnwOperation.Send(port, vc, packets, -1))
        .iterator();
  }

  /** Returns a program that gives credits, the first one at a tick, and waits for none. */
  static Iterator<TnwOperation> credits(int receiver, long tick, int packets, Integer... vcs) {
    return Stream.concat(
            LongStream.of(tick).<TnwOperation>mapToObj(TnwOperation.Until::new),
            Stream.of(vcs).map(vc -> new TnwOperation.Credit(receiver, vc, packets)))
        .iterator();
  }
}
