package io.hopwright.runner.sweep;

import io.hopwright.runner.study.Point;
import java.nio.file.Path;

/**
 * A point to simulate.
 *
 * @param point of a study
 * @param network of the point
 * @param name names it among all points
 * @param place where its result is to lie
 * @param work estimated time on one thread, in seconds
 * @param seconds estimated time on all threads and JVMs
 * @param heapBytes estimated heap; infinite if nobody can tell
 * @param alone whether nothing else may be simulated meanwhile
 */
public record PointTask(
    Point point,
    KeptNetwork network,
    String name,
    Path place,
    double work,
    double seconds,
    double heapBytes,
    boolean alone) {}
