package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reader of files of the generator Inet: counts, nodes with positions, and links. */
final class InetReader {
  private static final int FIELDS = 3;
  private static final String ELSE =
      "; if the file is an edge list, remove the first line, or name its columns there, as in"
          + " from,to,latency";

  private final NodeCounts nodes;
  private final NetworkBuilder builder = new NetworkBuilder();

  InetReader(NodeCounts nodes) {
    this.nodes = nodes;
  }

  NetworkDescription read(TextLines lines) throws IOException {
    final List<String> counts = words(lines);
    if (counts.size() != 2) {
      throw new DescriptionException(
          "the first line of an Inet file has the numbers of nodes and links, but here it has "
              + counts.size()
              + " words; write NODES LINKS");
    }
    final int routers =
        Quantities.integer(
            "the number of nodes", counts.get(0), 1, NetworkDescription.MOST_ROUTERS);
    final int links =
        Quantities.integer("the number of links", counts.get(1), 0, NetworkDescription.MOST_LINKS);
    final List<String> names = new ArrayList<>();
    for (int router = 0; router < routers; router++) {
      takeNode(next(lines, routers, links), router, routers);
      names.add(Integer.toString(router));
    }
    for (int link = 0; link < links; link++) {
      takeLink(next(lines, routers, links), routers);
    }
    if (!words(lines).isEmpty()) {
      throw new DescriptionException(
          stated(routers, links) + ", and this line follows them; state more, or remove it");
    }
    nodes.attach(builder, names);
    return builder.build();
  }

  /** Returns the words of the next line that has some; none at the end of the file. */
  private static List<String> words(TextLines lines) throws IOException {
    List<String> words = List.of();
    for (String line = lines.next(); line != null && words.isEmpty(); ) {
      words = Words.of(line);
      line = words.isEmpty() ? lines.next() : line;
    }
    return words;
  }

  private static List<String> next(TextLines lines, int routers, int links) throws IOException {
    final List<String> words = words(lines);
    if (words.isEmpty()) {
      throw new DescriptionException(
          stated(routers, links) + ", and the file ends before the last of them" + ELSE);
    }
    if (words.size() != FIELDS) {
      throw new DescriptionException(
          "the line has "
              + words.size()
              + " words, but lines of an Inet file have 3, ID X Y or A B WEIGHT"
              + ELSE);
    }
    return words;
  }

  private static String stated(int routers, int links) {
    return "the first line states " + routers + " nodes and " + links + " links";
  }

  private void takeNode(List<String> words, int router, int routers) {
    if (!words.get(0).equals(Integer.toString(router))) {
      throw new DescriptionException(
          "the line begins with "
              + Shown.of(words.get(0))
              + ", but it must describe node "
              + router
              + " of "
              + routers
              + " in an Inet file"
              + ELSE);
    }
    builder.router(words.get(0));
    for (int axis = 0; axis < 2; axis++) {
      builder.position(router, axis, Quantities.position(words.get(1 + axis)));
    }
  }

  private void takeLink(List<String> words, int routers) {
    final int a = Quantities.integer("the first node", words.get(0), 0, routers - 1);
    final int b = Quantities.integer("the second node", words.get(1), 0, routers - 1);
    if (a == b) {
      throw new DescriptionException(
          "a link joins node " + a + " with itself; name two different nodes");
    }
    if (Quantities.position(words.get(2)) < 0) {
      throw new DescriptionException(
          "the weight is " + Shown.of(words.get(2)) + "; use a number that is at least 0");
    }
    builder.link(a, b, LinkClass.PLAIN);
  }
}
