package io.hopwright.partition.cluster;

import java.nio.file.Path;

/**
 * Address, security and threads of this JVM in a run over several JVMs.
 *
 * @param host name or address under which the other JVMs reach it
 * @param port number of the port, 0 for any free one
 * @param bindHost address to listen at; differs from {@code host} only in containers
 * @param tls folder with {@code tls.key}, {@code tls.crt} and {@code ca.crt} for mutual TLS; null
 *     for none
 * @param token shared secret of the JVMs of this run; empty if {@code tls} decides which may take
 *     part
 * @param threads number of threads for its partitions, at least 1
 * @param again whether this JVM has listened before, so that its actors of then, which end, may
 *     still use the port
 */
public record ClusterOptions(
    String host, int port, String bindHost, Path tls, String token, int threads, boolean again) {
  /** Creates options of a JVM that has not listened before. */
  public ClusterOptions(
      String host, int port, String bindHost, Path tls, String token, int threads) {
    this(host, port, bindHost, tls, token, threads, false);
  }

  /** Returns these options for a JVM that has listened before. */
  public ClusterOptions listeningAgain() {
    return new ClusterOptions(host, port, bindHost, tls, token, threads, true);
  }

  /** Returns these options for a JVM that has listened at {@code address}, a HOST:PORT, before. */
  public ClusterOptions again(String address) {
    final int number = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    return new ClusterOptions(host, number, bindHost, tls, token, threads, true);
  }
}
