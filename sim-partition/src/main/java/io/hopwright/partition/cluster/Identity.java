package io.hopwright.partition.cluster;

/**
 * What a JVM says of itself before a run.
 *
 * @param version of the program
 * @param commit of the program
 * @param java version of the Java runtime
 * @param host name of the computer
 * @param process number of the process
 * @param threads number of threads for its partitions
 */
public record Identity(
    String version, String commit, String java, String host, long process, int threads) {}
