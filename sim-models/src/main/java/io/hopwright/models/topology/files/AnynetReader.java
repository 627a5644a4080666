package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reader of BookSim's anynet files. */
final class AnynetReader {
  private static final String ROUTER = "router";
  private static final String NODE = "node";
  private static final LinkClass ONE_CYCLE = LinkClass.of(Latency.cycles(1));

  /** Attached node: its router, and the latency of its link if that is given. */
  private record Attachment(int router, LinkClass linkClass) {}

  private final SortedSet<Integer> routers = new TreeSet<>();

  /** Latencies by {@code from · 2^32 + to}. */
  private final Map<Long, Latency> latencies = new TreeMap<>();

  private final Map<Integer, Attachment> nodes = new TreeMap<>();

  NetworkDescription read(TextLines lines) throws IOException {
    lines.forEach(this::take);
    return build();
  }

  private static String kind(List<String> words, int at) {
    final String word = words.get(at).toLowerCase(Locale.ROOT);
    if (!word.equals(ROUTER) && !word.equals(NODE)) {
      throw new DescriptionException(
          "the word " + Shown.of(words.get(at)) + " is unknown here; use router N or node N");
    }
    if (at + 1 == words.size()) {
      throw new DescriptionException("the last word has no number; write " + word + " N");
    }
    return word;
  }

  private static int number(String kind, String word) {
    return Quantities.integer("the number of a " + kind, word, 0, Integer.MAX_VALUE);
  }

  private void take(List<String> words) {
    final String head = kind(words, 0);
    final int first = number(head, words.get(1));
    if (head.equals(ROUTER)) {
      router(first);
    }
    int at = 2;
    while (at < words.size()) {
      final String kind = kind(words, at);
      final int second = number(kind, words.get(at + 1));
      at += 2;
      Latency latency = Latency.UNSTATED;
      if (at < words.size() && Quantities.isInteger(words.get(at))) {
        latency =
            Latency.cycles(Quantities.integer("the latency", words.get(at), 0, Integer.MAX_VALUE));
        at++;
      }
      join(head, first, kind, second, latency);
    }
  }

  private void router(int number) {
    routers.add(number);
    Quantities.requireFew(routers.size(), "routers");
  }

  private void join(String head, int first, String kind, int second, Latency latency) {
    if (head.equals(NODE) && kind.equals(NODE)) {
      throw new DescriptionException(
          "node " + first + " is attached to a node; attach it to a router");
    }
    if (head.equals(ROUTER) && kind.equals(ROUTER)) {
      router(second);
      link(first, second, latency);
    } else {
      final int router = head.equals(ROUTER) ? first : second;
      router(router);
      node(head.equals(ROUTER) ? second : first, router, latency);
    }
  }

  private void node(int node, int router, Latency latency) {
    final LinkClass linkClass = latency.isStated() ? LinkClass.of(latency) : LinkClass.PLAIN;
    final Attachment before = nodes.putIfAbsent(node, new Attachment(router, linkClass));
    if (before != null && before.router != router) {
      throw new DescriptionException(
          "node "
              + node
              + " is attached to router "
              + before.router
              + " and to router "
              + router
              + "; attach it to one");
    }
  }

  private void link(int from, int to, Latency latency) {
    if (from == to) {
      throw new DescriptionException(
          "a link joins router " + from + " with itself; name two different routers");
    }
    final Latency stated = latency.isStated() ? latency : Latency.cycles(1);
    final Latency before = latencies.putIfAbsent((long) from << 32 | to, stated);
    if (before != null && !before.equals(stated)) {
      throw new DescriptionException(
          String.format(
              "the latency from router %d to router %d is %d cycles, and %d above; state it once",
              from, to, stated.value(), before.value()));
    }
  }

  private NetworkDescription build() {
    final Map<Integer, Integer> numbers = new TreeMap<>();
    final NetworkBuilder builder = new NetworkBuilder();
    for (int router : routers) {
      numbers.put(router, builder.router(Integer.toString(router)));
    }
    latencies.forEach(
        (pair, latency) -> {
          final int from = (int) (pair >>> 32);
          final int to = (int) pair.longValue();
          final Latency back = latencies.get((long) to << 32 | from);
          if (from < to || back == null) {
            builder.link(
                numbers.get(from),
                numbers.get(to),
                LinkClass.of(latency),
                back == null ? ONE_CYCLE : LinkClass.of(back));
          }
        });
    for (Attachment node : nodes.values()) {
      builder.nodes(numbers.get(node.router), 1, node.linkClass);
    }
    return builder.build();
  }
}
