package io.hopwright.core.window;

import java.util.List;

/**
 * What an executor hands back.
 *
 * @param <P> the model's partition
 * @param partitions all partitions, in order, their books closed
 * @param stopTick tick up to which everything was simulated, exclusive
 * @param ending why the run ended
 * @param windows number of windows
 * @param threads number of threads used
 * @param busyNanos time spent simulating, per partition
 * @param wallNanos time from the first partition's construction to the end
 */
public record RunOutcome<P extends Partition>(
    List<P> partitions,
    long stopTick,
    WindowController.Ending ending,
    long windows,
    int threads,
    List<Long> busyNanos,
    long wallNanos) {}
