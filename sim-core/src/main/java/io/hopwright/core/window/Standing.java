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
 */
public record Standing(
    Window window, long nextEffectTick, Progress progress, boolean interrupted) {}
