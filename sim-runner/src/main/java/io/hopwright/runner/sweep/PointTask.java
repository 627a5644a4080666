package io.hopwright.runner.sweep;

import io.hopwright.runner.study.Point;
import java.nio.file.Path;

/**
 * Point to simulate.
 *
 * @param point point of a study
 * @param network network of the point
 * @param name name among all points
 * @param place directory of its result
 * @param work estimated time on one thread, in seconds
 * @param seconds estimated time on all threads and JVMs
 * @param heapBytes estimated heap; infinite if unknown
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
