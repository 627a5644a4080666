package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Writer of Hopwright's own files. */
final class OwnWriter {
  private final NetworkDescription network;
  private final Appendable out;

  /** Kinds that have one class, whose values a line {@code kind} states. */
  private final Map<String, LinkClass> declared = new HashMap<>();

  OwnWriter(NetworkDescription network, Appendable out) {
    this.network = network;
    this.out = out;
  }

  void write() throws IOException {
    out.append("# ").append(network.toString()).append('\n');
    if (!network.family().isEmpty()) {
      out.append("family ").append(network.family()).append('\n');
    }
    declareKinds();
    for (int router = 0; router < network.routers(); router++) {
      writeRouter(router);
    }
    writeNodes();
    writeLinks();
  }

  private void declareKinds() throws IOException {
    final Set<String> several = new HashSet<>();
    for (LinkClass linkClass : network.classes()) {
      if (declared.put(linkClass.kind(), linkClass) != null) {
        several.add(linkClass.kind());
      }
    }
    final Set<String> kinds = new LinkedHashSet<>();
    network.classes().forEach(each -> kinds.add(each.kind()));
    kinds.remove("");
    declared.keySet().removeAll(several);
    declared.remove("");
    if (declared.values().stream().allMatch(OwnWriter::plain)) {
      return;
    }
    for (String kind : kinds) {
      final LinkClass only = declared.getOrDefault(kind, LinkClass.of(kind));
      out.append("kind ").append(kind);
      writeValues(only, only);
      out.append('\n');
    }
  }

  private static boolean plain(LinkClass linkClass) {
    return !linkClass.latency().isStated() && linkClass.bitsPerSecond() == 0;
  }

  private void writeRouter(int router) throws IOException {
    out.append("router ").append(Words.quoted(network.name(router)));
    for (int axis = 0; axis < 3; axis++) {
      final float position = network.position(router, axis);
      if (!Float.isNaN(position)) {
        out.append(' ').append("xyz".charAt(axis)).append('=').append(Float.toString(position));
      }
    }
    if (network.partition(router) != NetworkDescription.NONE) {
      out.append(" partition=").append(Integer.toString(network.partition(router)));
    }
    out.append('\n');
  }

  private void writeNodes() throws IOException {
    int node = 0;
    while (node < network.nodes()) {
      final int first = node;
      final int router = network.routerOf(first);
      while (node < network.nodes()
          && network.routerOf(node) == router
          && network.classOfNode(node).equals(network.classOfNode(first))) {
        node++;
      }
      out.append("nodes ").append(Integer.toString(node - first)).append(" at ");
      out.append(Words.quoted(network.name(router)));
      final LinkClass linkClass = network.classOfNode(first);
      writeClasses(linkClass, linkClass);
      out.append('\n');
    }
  }

  private void writeLinks() throws IOException {
    int link = 0;
    while (link < network.links()) {
      final int first = link;
      while (link < network.links()
          && link - first < NetworkDescription.MOST_PORTS
          && isLike(link, first)) {
        link++;
      }
      out.append("link ").append(Words.quoted(network.name(network.from(first))));
      out.append(network.isOneWay(first) ? " > " : " ");
      out.append(Words.quoted(network.name(network.to(first))));
      if (link - first > 1) {
        out.append(" x").append(Integer.toString(link - first));
      }
      writeClasses(network.there(first), network.back(first));
      out.append('\n');
    }
  }

  private boolean isLike(int link, int other) {
    return network.from(link) == network.from(other)
        && network.to(link) == network.to(other)
        && network.there(link).equals(network.there(other))
        && Objects.equals(network.back(link), network.back(other));
  }

  private void writeClasses(LinkClass there, LinkClass back) throws IOException {
    final String kind = Ways.kind(there, back);
    if (!kind.equals(Quantities.UNSTATED)) {
      out.append(" kind=").append(kind);
    }
    if (declared.get(there.kind()) == null || (back != null && declared.get(back.kind()) == null)) {
      writeValues(there, back);
    }
  }

  private void writeValues(LinkClass there, LinkClass back) throws IOException {
    final String latency = Ways.latency(there, back);
    if (!latency.equals(Quantities.UNSTATED)) {
      out.append(" latency=").append(latency);
    }
    final String rate = Ways.rate(there, back);
    if (!rate.equals(Quantities.UNSTATED)) {
      out.append(" rate=").append(rate);
    }
  }
}
