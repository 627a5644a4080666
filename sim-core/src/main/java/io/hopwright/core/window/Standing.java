package io.hopwright.core.window;

/**
 * Standing of the partitions of one JVM at the end of a window: the data that other JVMs need,
 * besides events, to decide about the next window.
 *
 * @param window the window that has ended
 * @param nextEffectTick earliest tick of the events that wait in this JVM or were sent from it in
 *     that window; {@code Long.MAX_VALUE} for none
 * @param progress counts of the partitions
 * @param interrupted whether the run was interrupted in this JVM
 * @param checkpoint whether this JVM asks all to take a checkpoint at the end of the window, which
 *     is then a tick of the stop grid
 */
public record Standing(
    Window window,
    long nextEffectTick,
    Progress progress,
    boolean interrupted,
    boolean checkpoint) {
  /** Creates a standing of a JVM that requests no checkpoint. */
  public Standing(Window window, long nextEffectTick, Progress progress, boolean interrupted) {
    this(window, nextEffectTick, progress, interrupted, false);
  }
}
