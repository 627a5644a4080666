package io.hopwright.partition.cluster;

import java.nio.file.Path;

/**
 * How this JVM can be reached, and how it simulates.
 *
 * @param host name or address under which the other JVMs reach it
 * @param port number of the port, 0 for any free one
 * @param bindHost address to listen at; the same as {@code host} but for containers
 * @param tls folder with {@code tls.key}, {@code tls.crt} and {@code ca.crt} for mutual TLS; null
 *     for none
 * @param token what the JVMs of this run know and strangers do not; empty if {@code tls} says who
 *     may take part
 * @param threads number of threads for its partitions, at least 1
 */
public record ClusterOptions(
    String host, int port, String bindHost, Path tls, String token, int threads) {
  /** Returns these options with the port of {@code address}, a HOST:PORT. */
  public ClusterOptions at(String address) {
    final int number = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    return new ClusterOptions(host, number, bindHost, tls, token, threads);
  }
}
