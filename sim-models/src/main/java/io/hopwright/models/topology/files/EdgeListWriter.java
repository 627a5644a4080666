package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.function.Predicate;

/** Writer of edge lists: two names a line, or CSV with a header if links have classes. */
final class EdgeListWriter {
  private final NetworkDescription network;
  private final Appendable out;

  EdgeListWriter(NetworkDescription network, Appendable out) {
    this.network = network;
    this.out = out;
  }

  void write() throws IOException {
    for (int link = 0; link < network.links(); link++) {
      if (network.isOneWay(link)) {
        throw new DescriptionException(
            "the link from "
                + Shown.of(network.name(network.from(link)))
                + " to "
                + Shown.of(network.name(network.to(link)))
                + " is one-way, which an edge list cannot hold; use --to own or graphml");
      }
    }
    final boolean latencies = any(linkClass -> linkClass.latency().isStated());
    final boolean rates = any(linkClass -> linkClass.bitsPerSecond() > 0);
    final boolean kinds = any(linkClass -> !linkClass.kind().isEmpty());
    final boolean csv = latencies || rates || kinds || hasSpecialNames();
    if (csv) {
      out.append("from,to");
      out.append(latencies ? ",latency" : "").append(rates ? ",rate" : "");
      out.append(kinds ? ",kind" : "").append('\n');
    }
    for (int link = 0; link < network.links(); link++) {
      // The lower number first: a list that states each link in both directions is refused.
      final boolean turned = network.from(link) > network.to(link);
      final LinkClass there = turned ? network.back(link) : network.there(link);
      final LinkClass back = turned ? network.there(link) : network.back(link);
      out.append(name(turned ? network.to(link) : network.from(link), csv)).append(csv ? ',' : ' ');
      out.append(name(turned ? network.from(link) : network.to(link), csv));
      out.append(latencies ? "," + Ways.latency(there, back) : "");
      out.append(rates ? "," + Ways.rate(there, back) : "");
      out.append(kinds ? "," + Ways.kind(there, back) : "").append('\n');
    }
  }

  private String name(int router, boolean csv) {
    final String name = network.name(router);
    return csv ? Words.csvQuoted(name) : Words.quoted(name);
  }

  private boolean hasSpecialNames() {
    for (int router = 0; router < network.routers(); router++) {
      if (network.hasNames() && !network.name(router).matches("[^,\"\\\\{}#]*")) {
        return true;
      }
    }
    return false;
  }

  private boolean any(Predicate<LinkClass> stated) {
    for (int link = 0; link < network.links(); link++) {
      if (stated.test(network.there(link)) || stated.test(network.back(link))) {
        return true;
      }
    }
    return false;
  }
}
