package io.hopwright.runner.command.topology;

import io.hopwright.runner.topology.NetworkSource;
import java.util.Iterator;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that name a network. */
final class TopologyOptions {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "File with a network, or the name of a bundled network.",
      completionCandidates = Shipped.class)
  private String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of FILE: own, edge-list, anynet, graphml, topo, ns3, astra, inet or codes; detected"
              + " from the content by default.")
  private String format;

  @Option(
      names = "--within",
      paramLabel = "FILE2",
      description = "Second file of --format codes, with the links within a group.")
  private String within;

  @Option(
      names = "--nodes",
      paramLabel = "N|FILE3",
      description =
          "For an edge list, an Inet file or GraphML without hosts: number of nodes of each router, or a CSV file router,nodes; 0 by"
              + " default.")
  private String nodes;

  @Option(
      names = "--both-ways",
      description = "Add the reverse direction, of the same class, to each one-way link.")
  private boolean bothWays;

  /** Names of the bundled networks. */
  static final class Shipped implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return NetworkSource.shipped().iterator();
    }
  }

  String file() {
    return file;
  }

  NetworkSource.Read read() {
    return new NetworkSource(file, format, within, nodes, bothWays).read();
  }
}
