package io.hopwright.models.reference.bluegene;

import io.hopwright.models.reference.ReferenceMachine;

/**
 * Means over a window of ticks, to compare variants of the reference model whose digests differ.
 *
 * @param linkUtilization bytes started on links per link and tick
 * @param topRangeShare share of the samples of all VC buffers that are in the top range of fullness
 */
record ReferenceWindow(double linkUtilization, double topRangeShare) {
  /**
   * Runs the machine to {@code toTick} and measures from {@code fromTick} on, sampling the buffers
   * at {@code fromTick} and every {@code sampleTicks} from there.
   */
  static ReferenceWindow measure(
      ReferenceTorus machine, long fromTick, long toTick, long sampleTicks) {
    machine.run(fromTick);
    final long bytesBefore = machine.count(ReferenceMachine.BUSY_TICKS);
    long full = 0;
    long samples = 0;
    for (long tick = fromTick; tick < toTick; tick += sampleTicks) {
      machine.run(tick);
      for (int vc = 0; vc < machine.vcs.count; vc++) {
        full += machine.topRangeBuffers(vc);
        samples += machine.config.links();
      }
    }
    machine.run(toTick);
    final double linkTicks = (double) machine.config.links() * (toTick - fromTick);
    return new ReferenceWindow(
        (machine.count(ReferenceMachine.BUSY_TICKS) - bytesBefore) / linkTicks,
        (double) full / samples);
  }
}
