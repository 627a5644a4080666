package io.hopwright.models.pcie.engines;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Flow of messages from one element to another.
 *
 * @param source source element
 * @param target target element
 * @param stages consecutive stages
 * @param buffers largest number of chunks in flight; {@link #UNLIMITED} if no buffers are needed
 */
public record MessageFlow(int source, int target, List<FlowStage> stages, int buffers) {
  /** In place of a number of buffers. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  public MessageFlow {
    stages = List.copyOf(stages);
  }

  /** Returns whether buffers are counted. */
  public boolean isBuffered() {
    return buffers != UNLIMITED;
  }

  /** Returns whether the next stage's stream is at another element than the data of a stage. */
  boolean isSignalled(int stage) {
    return stage + 1 < stages.size() && stages.get(stage + 1).engine() != stages.get(stage).to();
  }

  /** Returns the signals of a chunk. */
  public int signals() {
    final long ofStages = IntStream.range(0, stages.size()).filter(this::isSignalled).count();
    return (int) ofStages + (isBuffered() ? 1 : 0);
  }
}
