package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;

/** Writer of GraphML. */
final class GraphMlWriter {
  private static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="label" for="node" attr.name="label" attr.type="string"/>
      <key id="hosts" for="node" attr.name="hosts" attr.type="int"/>
      <key id="x" for="node" attr.name="x" attr.type="float"/>
      <key id="y" for="node" attr.name="y" attr.type="float"/>
      <key id="z" for="node" attr.name="z" attr.type="float"/>
      <key id="partition" for="node" attr.name="partition" attr.type="int"/>
      <key id="latency" for="edge" attr.name="latency" attr.type="string"/>
      <key id="rate" for="edge" attr.name="rate" attr.type="string"/>
      <key id="kind" for="edge" attr.name="kind" attr.type="string"/>
      <graph edgedefault="undirected">
      """;

  private final NetworkDescription network;
  private final Appendable out;

  GraphMlWriter(NetworkDescription network, Appendable out) {
    this.network = network;
    this.out = out;
  }

  void write() throws IOException {
    out.append(HEAD);
    for (int router = 0; router < network.routers(); router++) {
      writeRouter(router);
    }
    for (int link = 0; link < network.links(); link++) {
      writeLink(link);
    }
    out.append("</graph>\n</graphml>\n");
  }

  private void writeRouter(int router) throws IOException {
    out.append("<node id=\"n").append(Integer.toString(router)).append("\">");
    data("label", network.name(router));
    if (network.nodesAt(router) > 0) {
      data("hosts", Integer.toString(network.nodesAt(router)));
    }
    for (int axis = 0; axis < 3; axis++) {
      final float position = network.position(router, axis);
      if (!Float.isNaN(position)) {
        data("xyz".substring(axis, axis + 1), Float.toString(position));
      }
    }
    if (network.partition(router) != NetworkDescription.NONE) {
      data("partition", Integer.toString(network.partition(router)));
    }
    out.append("</node>\n");
  }

  private void writeLink(int link) throws IOException {
    final LinkClass there = network.there(link);
    final LinkClass back = network.back(link);
    out.append("<edge source=\"n").append(Integer.toString(network.from(link)));
    out.append("\" target=\"n").append(Integer.toString(network.to(link)));
    out.append(back == null ? "\" directed=\"true\">" : "\">");
    stated("latency", Ways.latency(there, back));
    stated("rate", Ways.rate(there, back));
    stated("kind", Ways.kind(there, back));
    out.append("</edge>\n");
  }

  private void stated(String key, String value) throws IOException {
    if (!value.equals(Quantities.UNSTATED)) {
      data(key, value);
    }
  }

  private void data(String key, String value) throws IOException {
    out.append("<data key=\"").append(key).append("\">");
    out.append(value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    out.append("</data>");
  }
}
