package io.hopwright.partition.cluster;

/**
 * Self-description of a JVM, sent before a run.
 *
 * @param build of the program, for people to read
 * @param simulator hash of the code that simulates, the same in all members
 * @param java version of the Java runtime
 * @param host name of the computer
 * @param process number of the process
 * @param threads number of threads for its partitions
 */
public record Identity(
    String build, String simulator, String java, String host, long process, int threads) {}
