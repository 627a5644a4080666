package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;

/** Writer of BookSim's anynet files: a line for each router. */
final class AnynetWriter {
  private final NetworkDescription network;
  private final Appendable out;

  AnynetWriter(NetworkDescription network, Appendable out) {
    this.network = network;
    this.out = out;
  }

  void write() throws IOException {
    final int[] nodes = new int[network.nodes()];
    final int[] first = nodesByRouter(nodes);
    for (int router = 0; router < network.routers(); router++) {
      out.append("router ").append(Integer.toString(router));
      for (int i = first[router]; i < first[router + 1]; i++) {
        out.append(" node ").append(Integer.toString(nodes[i]));
        writeLatency(network.classOfNode(nodes[i]).latency());
      }
      for (int port = 0; port < network.ports(router); port++) {
        writePort(router, port);
      }
      out.append('\n');
    }
  }

  /** Sorts the nodes by router, and returns where those of each router begin. */
  private int[] nodesByRouter(int[] nodes) {
    final int[] first = new int[network.routers() + 1];
    for (int router = 0; router < network.routers(); router++) {
      first[router + 1] = first[router] + network.nodesAt(router);
    }
    final int[] next = first.clone();
    for (int node = 0; node < nodes.length; node++) {
      nodes[next[network.routerOf(node)]++] = node;
    }
    return first;
  }

  private void writePort(int router, int port) throws IOException {
    final int far = network.far(router, port);
    if (!network.leads(router, port) || !network.leads(far, network.farPort(router, port))) {
      throw wrong(router, far, "is one-way");
    }
    if (port > 0 && network.far(router, port - 1) == far) {
      throw wrong(router, far, "has a parallel link");
    }
    out.append(" router ").append(Integer.toString(far));
    writeLatency(network.out(router, port).latency());
  }

  private DescriptionException wrong(int router, int far, String what) {
    return new DescriptionException(
        "the link between "
            + Shown.of(network.name(router))
            + " and "
            + Shown.of(network.name(far))
            + " "
            + what
            + ", which an anynet file cannot hold; use --to own");
  }

  private void writeLatency(Latency latency) throws IOException {
    if (latency.unit() == Latency.Unit.CYCLES && latency.value() <= Integer.MAX_VALUE) {
      out.append(' ').append(Long.toString(latency.value()));
    }
  }
}
