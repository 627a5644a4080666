package io.hopwright.core.window;

/**
 * How the partitions of one JVM stand at the end of a window: all that the others need, beside the
 * events that cross, to decide about the next window.
 *
 * @param window the window that has ended
 * @param nextEffectTick earliest tick of any event waiting there or sent from there in that window;
 *     {@code Long.MAX_VALUE} for none
 * @param progress their counts
 * @param interrupted whether somebody has asked that JVM to end the run
 * @param checkpoint whether that JVM asks all to take a checkpoint at the end of the window, which
 *     is a tick of the stop grid then
 */
public record Standing(
    Window window,
    long nextEffectTick,
    Progress progress,
    boolean interrupted,
    boolean checkpoint) {
  /** Creates a standing of a JVM that asks for no checkpoint. */
  public Standing(Window window, long nextEffectTick, Progress progress, boolean interrupted) {
    this(window, nextEffectTick, progress, interrupted, false);
  }
}
