package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.ArrayList;
import java.util.List;

/** List of the properties of a network that a format cannot store. */
final class LeftOut {
  private LeftOut() {}

  static List<String> of(NetworkDescription network, Format format) {
    final List<String> words = new ArrayList<>();
    if (format == Format.EDGE_LIST || format == Format.ANYNET) {
      if (network.hasPositions()) {
        words.add("positions of routers");
      }
      if (network.hasPartitions()) {
        words.add("partition hints");
      }
    }
    if (format != Format.OWN && !network.family().isEmpty()) {
      words.add("the family");
    }
    switch (format) {
      case EDGE_LIST -> ofEdgeList(network, words);
      case ANYNET -> ofAnynet(network, words);
      case GRAPHML -> ofGraphMl(network, words);
      default -> {
        // An own file holds everything, and the others are not written.
      }
    }
    return words;
  }

  private static void ofEdgeList(NetworkDescription network, List<String> words) {
    if (network.nodes() > 0) {
      words.add(network.nodes() + " nodes");
    }
    int alone = 0;
    for (int router = 0; router < network.routers(); router++) {
      alone += network.ports(router) == 0 ? 1 : 0;
    }
    if (alone > 0) {
      words.add(alone + " routers without links");
    }
  }

  private static void ofAnynet(NetworkDescription network, List<String> words) {
    if (network.hasNames()) {
      words.add("names of routers");
    }
    if (network.classes().stream().anyMatch(c -> !c.kind().isEmpty())) {
      words.add("kinds of links");
    }
    if (network.classes().stream().anyMatch(c -> c.bitsPerSecond() > 0)) {
      words.add("rates of links");
    }
    if (network.classes().stream()
        .map(LinkClass::latency)
        .anyMatch(latency -> latency.unit() == Latency.Unit.PICOSECONDS)) {
      words.add("latencies in physical time (BookSim takes 1 cycle)");
    }
  }

  private static void ofGraphMl(NetworkDescription network, List<String> words) {
    if (network.hasNodeClasses()) {
      words.add("classes of the links of nodes");
    }
    if (!network.nodesFollowRouters()) {
      words.add("the numbers of nodes");
    }
  }
}
