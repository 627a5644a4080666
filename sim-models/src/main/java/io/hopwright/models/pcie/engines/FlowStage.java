package io.hopwright.models.pcie.engines;

/**
 * Stage of the path of a flow's messages.
 *
 * @param pull whether the destination of the data reads them; otherwise the source writes them
 * @param from element that has the data
 * @param to destination of the data
 * @param launchTicks ticks before the first chunk of each message
 * @param chunkTicks ticks before each chunk
 */
public record FlowStage(boolean pull, int from, int to, int launchTicks, int chunkTicks) {
  static FlowStage push(int from, int to, int launchTicks) {
    return new FlowStage(false, from, to, launchTicks, 0);
  }

  static FlowStage pull(int from, int to, int launchTicks) {
    return new FlowStage(true, from, to, launchTicks, 0);
  }

  /** Returns the element whose engine has the stream. */
  int engine() {
    return pull ? to : from;
  }

  /** Returns the element that it writes to or reads from. */
  int peer() {
    return pull ? from : to;
  }
}
