package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reader of Hopwright's own files, whose lines begin with family, kind, router, nodes or link. */
final class OwnReader {
  private static final String KIND = "kind";
  private static final String LATENCY = "latency";
  private static final String RATE = "rate";
  private static final String ONE_WAY = ">";

  private final NetworkFile.FamilyCheck family;
  private final NetworkBuilder builder = new NetworkBuilder();
  private final Map<String, Integer> routers = new HashMap<>();
  private final Map<String, LinkClass> kinds = new HashMap<>();

  /** First line that uses each kind. */
  private final Map<String, Integer> users = new LinkedHashMap<>();

  private boolean begun;
  private String familyText = "";
  private int familyLine;

  OwnReader(NetworkFile.FamilyCheck family) {
    this.family = family;
  }

  NetworkDescription read(TextLines lines) throws IOException {
    lines.forEach(
        words -> {
          take(words, lines.number());
          begun = true;
        });
    requireDeclaredKinds();
    if (!familyText.isEmpty() && family != null && builder.routers() == 0) {
      return withKinds(family.make(familyText, NetworkDescription.NONE));
    }
    final NetworkDescription network = builder.family(familyText).build();
    if (!familyText.isEmpty() && family != null) {
      requireFamily(network);
    }
    return network;
  }

  /** Refuses a kind that no line declares, in a file that declares others: it may be misspelt. */
  private void requireDeclaredKinds() {
    users.forEach(
        (kind, line) -> {
          if (!kinds.isEmpty() && !kinds.containsKey(kind)) {
            throw new DescriptionException(
                "line %s uses the kind %s, which no line declares; declare it with kind, or use %s"
                    .formatted(line, Shown.of(kind), declaredKinds()));
          }
        });
  }

  private String declaredKinds() {
    return String.join(", ", new TreeSet<>(kinds.keySet()));
  }

  /** Returns the network of a family with latencies and rates as the kinds of its links have. */
  private NetworkDescription withKinds(NetworkDescription network) {
    final TreeSet<String> ofLinks = new TreeSet<>();
    network.classes().forEach(each -> ofLinks.add(each.kind()));
    ofLinks.remove("");
    for (String kind : new TreeSet<>(kinds.keySet())) {
      if (!ofLinks.contains(kind)) {
        throw new DescriptionException(
            "the family %s has no links of the kind %s; it has %s"
                .formatted(
                    network.family(),
                    Shown.of(kind),
                    ofLinks.isEmpty() ? "none" : String.join(", ", ofLinks)));
      }
    }
    final NetworkBuilder copy = new NetworkBuilder().family(network.family());
    for (int router = 0; router < network.routers(); router++) {
      copy.router(network.name(router));
    }
    for (int link = 0; link < network.links(); link++) {
      final LinkClass linkClass = network.there(link);
      copy.link(
          network.from(link), network.to(link), kinds.getOrDefault(linkClass.kind(), linkClass));
    }
    for (int router = 0; router < network.routers(); router++) {
      copy.nodes(router, network.nodesAt(router), LinkClass.PLAIN);
    }
    return copy.build();
  }

  private void requireFamily(NetworkDescription network) {
    final NetworkDescription expected = family.make(familyText, network.routers());
    if (expected == null || !expected.sameRoutersAndLinks(unclassed(network))) {
      throw new DescriptionException(
          "line "
              + familyLine
              + " states the family "
              + familyText
              + ", but routers, names or links of the file differ from it; remove that line, or"
              + " write the file with topology make");
    }
  }

  /** Returns the network with kinds alone: a family states no latency and no rate. */
  private static NetworkDescription unclassed(NetworkDescription network) {
    final NetworkBuilder plain = new NetworkBuilder();
    for (int router = 0; router < network.routers(); router++) {
      plain.router(network.name(router));
    }
    for (int link = 0; link < network.links(); link++) {
      final LinkClass back = network.back(link);
      plain.link(
          network.from(link),
          network.to(link),
          LinkClass.of(network.there(link).kind()),
          back == null ? null : LinkClass.of(back.kind()));
    }
    return plain.build();
  }

  private void take(List<String> words, int line) {
    switch (words.get(0)) {
      case "family" -> takeFamily(words, line);
      case KIND -> takeKind(words);
      case "router" -> takeRouter(words);
      case "nodes" -> takeNodes(words, line);
      case "link" -> takeLink(words, line);
      default ->
          throw new DescriptionException(
              "the line begins with "
                  + Shown.of(words.get(0))
                  + "; begin it with family, kind, router, nodes or link");
    }
  }

  private void takeFamily(List<String> words, int line) {
    if (begun) {
      throw new DescriptionException("family is not the first line; move it there");
    }
    requireWords(words, 2, "family NAME KEY=VALUE …");
    familyText = String.join(" ", words.subList(1, words.size()));
    familyLine = line;
  }

  private void takeKind(List<String> words) {
    requireWords(words, 2, "kind NAME [latency=T] [rate=R]");
    final Map<String, String> values = values(words, 2, LATENCY, RATE);
    final Ways ways =
        Ways.of(
            Map.of(),
            words.get(1),
            values.getOrDefault(LATENCY, ""),
            values.getOrDefault(RATE, ""),
            false);
    if (!ways.there().equals(ways.back())) {
      throw new DescriptionException(
          "a kind has two values; declare two kinds, and use kind=A/B in the link");
    }
    final Integer user = users.get(words.get(1));
    if (user != null) {
      throw new DescriptionException(
          "line %s uses the kind %s before its declaration; move the declaration above that line"
              .formatted(user, Shown.of(words.get(1))));
    }
    if (kinds.put(words.get(1), ways.there()) != null) {
      throw new DescriptionException(
          "the kind " + Shown.of(words.get(1)) + " is declared twice; remove one of the lines");
    }
  }

  private void takeRouter(List<String> words) {
    requireWords(words, 2, "router NAME [x=…] [y=…] [z=…] [partition=N]");
    final Map<String, String> values = values(words, 2, "x", "y", "z", "partition");
    final String name = words.get(1);
    final int router = builder.router(name);
    if (routers.put(name, router) != null) {
      throw new DescriptionException(
          "the router " + Shown.of(name) + " is declared twice; give it another name");
    }
    Quantities.place(builder, router, values);
  }

  private void takeNodes(List<String> words, int line) {
    if (words.size() < 4 || !words.get(2).equals("at")) {
      throw new DescriptionException(
          "the line is incomplete; write nodes COUNT at ROUTER [kind=K]");
    }
    final int count =
        Quantities.integer("the number of nodes", words.get(1), 0, NetworkDescription.MOST_NODES);
    final Map<String, String> values = values(words, 4, KIND, LATENCY, RATE);
    final Ways ways = ways(values, line);
    builder.nodes(known(words.get(3)), count, ways.there());
  }

  private Ways ways(Map<String, String> values, int line) {
    final Ways ways =
        Ways.of(
            kinds,
            values.getOrDefault(KIND, ""),
            values.getOrDefault(LATENCY, ""),
            values.getOrDefault(RATE, ""),
            false);
    for (LinkClass each : List.of(ways.there(), ways.back())) {
      if (!each.kind().isEmpty()) {
        users.putIfAbsent(each.kind(), line);
      }
    }
    return ways;
  }

  private void takeLink(List<String> words, int line) {
    final boolean oneWay = words.size() > 2 && words.get(2).equals(ONE_WAY);
    int next = oneWay ? 4 : 3;
    requireWords(words, next, "link A B, or link A > B");
    final int from = known(words.get(1));
    final int to = known(words.get(next - 1));
    int width = 1;
    if (words.size() > next && words.get(next).matches("x\\d+")) {
      width =
          Quantities.integer(
              "the number of parallel links",
              words.get(next).substring(1),
              1,
              NetworkDescription.MOST_PORTS);
      next++;
    }
    final Ways ways = ways(values(words, next, KIND, LATENCY, RATE), line);
    for (int i = 0; i < width; i++) {
      builder.link(from, to, ways.there(), oneWay ? null : ways.back());
    }
  }

  private int known(String name) {
    final Integer router = routers.get(name);
    if (router == null) {
      throw new DescriptionException(
          "there is no router " + Shown.of(name) + " above this line; declare it with router NAME");
    }
    return router;
  }

  private static void requireWords(List<String> words, int least, String form) {
    if (words.size() < least) {
      throw new DescriptionException("the line is incomplete; write " + form);
    }
  }

  /** Returns the words {@code key=value} from one of them on. */
  private static Map<String, String> values(List<String> words, int first, String... keys) {
    final Map<String, String> values = new HashMap<>();
    for (String word : words.subList(Math.min(first, words.size()), words.size())) {
      final int equals = word.indexOf('=');
      final String key = equals < 0 ? "" : word.substring(0, equals);
      if (!List.of(keys).contains(key)) {
        throw new DescriptionException(
            Shown.of(word) + " is unknown here; use " + String.join("=, ", keys) + "=");
      }
      if (equals == word.length() - 1) {
        throw new DescriptionException(key + " has no value; write one, or leave it out");
      }
      if (values.put(key, word.substring(equals + 1)) != null) {
        throw new DescriptionException(key + " is given twice; leave one of them out");
      }
    }
    return values;
  }
}
