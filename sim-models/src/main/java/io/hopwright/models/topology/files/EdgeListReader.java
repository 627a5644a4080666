package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of edge lists: plain, with columns, or in the format of NetworkX. */
final class EdgeListReader {
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String LATENCY = "latency";
  private static final String RATE = "rate";
  private static final String WIDTH = "width";
  private static final String KIND = "kind";
  private static final List<String> COLUMNS = List.of(FROM, TO, LATENCY, RATE, WIDTH, KIND);
  private static final List<String> PLAIN = List.of(FROM, TO, LATENCY, RATE);

  /** Data of an edge in NetworkX: {@code {'weight': 1.0}}. */
  private static final Pattern BRACES = Pattern.compile("^(.*?)\\s*\\{(.*)\\}\\s*$");

  /** Two points of a grid, as in {@code 0,0 3,4}: names of routers with a comma. */
  private static final Pattern POINTS =
      Pattern.compile("[^\\s,\"]+,[^\\s,\"]+\\s+[^\\s,\"]+,[^\\s,\"]+");

  private static final Pattern ENTRY =
      Pattern.compile("\\s*['\"](\\w+)['\"]\\s*:\\s*(?:'([^']*)'|\"([^\"]*)\"|([^,'\"]*))\\s*");

  private final NodeCounts nodes;
  private final RouterNames names = new RouterNames();
  private final Map<Ways, Integer> numbers = new HashMap<>();
  private final List<Ways> ways = new ArrayList<>();

  /** Routers' places at both ends and the number of the classes, by link. */
  private int[] links = new int[48];

  private int length;

  /** Names of the columns that the first line states; null without. */
  private List<String> columns;

  /** Number of fields of each line; 0 before the first one. */
  private int fieldCount;

  private boolean hasCommas;

  EdgeListReader(NodeCounts nodes) {
    this.nodes = nodes;
  }

  NetworkDescription read(TextLines lines) throws IOException {
    boolean first = true;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.stripLeading().startsWith("#")) {
        if (!first || !takeHeader(line)) {
          take(line);
        }
        first = false;
      }
    }
    if (first) {
      throw noLink();
    }
    return build();
  }

  private static DescriptionException noLink() {
    return new DescriptionException("the file has no link; write two router names in each line");
  }

  private boolean takeHeader(String line) {
    final List<String> fields = Words.csv(line);
    if (!fields.contains(FROM) || !fields.contains(TO)) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      final String field = fields.get(i);
      if (!COLUMNS.contains(field) || fields.indexOf(field) != i) {
        throw new DescriptionException(
            "the column "
                + Shown.of(field)
                + " is unknown or stated twice; use "
                + String.join(", ", COLUMNS));
      }
    }
    columns = fields;
    fieldCount = fields.size();
    hasCommas = true;
    return true;
  }

  private void take(String line) {
    final Map<String, String> values = new LinkedHashMap<>();
    String rest = line;
    final Matcher braces = BRACES.matcher(line);
    if (columns == null && braces.matches()) {
      rest = braces.group(1);
      takeEntries(values, braces.group(2));
    }
    final boolean csv =
        columns != null || (rest.indexOf(',') >= 0 && !POINTS.matcher(rest.strip()).matches());
    final List<String> fields = csv ? Words.csv(rest) : Words.of(rest);
    if (columns == null && csv && fields.stream().anyMatch(field -> field.matches(".*\\s.*"))) {
      throw new DescriptionException(
          "the line has commas and blanks; separate with one of them, or name the columns in a"
              + " first line, as in from,to");
    }
    final List<String> meanings = columns == null ? PLAIN : columns;
    if (fields.size() < 2 || fields.size() > meanings.size()) {
      throw new DescriptionException(
          "the line has "
              + fields.size()
              + " fields; use at least two router names, and at most "
              + String.join(", ", meanings));
    }
    requireSameColumns(fields.size(), csv);
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).isEmpty()) {
        values.put(meanings.get(i), fields.get(i));
      }
    }
    take(values);
  }

  private void requireSameColumns(int count, boolean commas) {
    if (fieldCount == 0) {
      fieldCount = count;
      hasCommas = commas;
    }
    if (count != fieldCount) {
      throw new DescriptionException(
          "the line has "
              + count
              + " fields, but the first line has "
              + fieldCount
              + "; write as many in each line, - for a value that is not known, and no line of"
              + " counts");
    }
    if (commas != hasCommas) {
      throw new DescriptionException(
          "the line separates names by "
              + (commas ? "commas" : "blanks")
              + ", but the first line does not; separate all lines alike");
    }
  }

  private static void takeEntries(Map<String, String> values, String data) {
    final Matcher entry = ENTRY.matcher(data);
    int at = 0;
    while (at < data.length()) {
      if (!entry.find(at) || entry.start() != at) {
        throw new DescriptionException(
            "the data in braces are " + Shown.of(data) + "; write {'latency': 3}, or leave it out");
      }
      final String value =
          entry.group(2) != null
              ? entry.group(2)
              : entry.group(3) != null ? entry.group(3) : entry.group(4).strip();
      if (List.of(LATENCY, RATE, KIND).contains(entry.group(1))) {
        values.put(entry.group(1), value);
      }
      at = entry.end();
      if (at < data.length() && data.charAt(at) == ',') {
        at++;
      }
    }
  }

  private void take(Map<String, String> values) {
    if (!values.containsKey(FROM) || !values.containsKey(TO)) {
      throw new DescriptionException("a router has no name; write two names");
    }
    final int from = names.place(values.get(FROM));
    final int to = names.place(values.get(TO));
    Quantities.requireFew(names.size(), "routers");
    if (from == to) {
      throw new DescriptionException(
          "a link joins router "
              + Shown.of(values.get(FROM))
              + " with itself; name two different routers");
    }
    final int width =
        values.containsKey(WIDTH)
            ? Quantities.integer("the width", values.get(WIDTH), 1, NetworkDescription.MOST_PORTS)
            : 1;
    final Ways both =
        Ways.of(
            Map.of(),
            values.getOrDefault(KIND, ""),
            values.getOrDefault(LATENCY, ""),
            values.getOrDefault(RATE, ""),
            false);
    final Integer known = numbers.putIfAbsent(both, ways.size());
    if (known == null) {
      ways.add(both);
    }
    if (length + 4 > links.length) {
      links = Arrays.copyOf(links, 2 * links.length);
    }
    links[length++] = from;
    links[length++] = to;
    links[length++] = known == null ? ways.size() - 1 : known;
    links[length++] = width;
  }

  /** Refuses a list that is more likely a list of something else. */
  private void requireLinks() {
    if (length == 0) {
      throw noLink();
    }
    final int others = length / 4 - 1;
    final String first =
        "the first line, " + Shown.of(names.name(links[0]) + " " + names.name(links[1])) + ", ";
    if (columns == null && others > 0 && isFirstAlone()) {
      throw new DescriptionException(
          first
              + "has two names that no other line has; remove it, or name columns with from,to if"
              + " it is a header");
    }
    if (columns == null && others > 0 && isFirstOfCounts(others)) {
      throw new DescriptionException(
          first
              + "can be a link or the numbers of routers and links; remove it, or write from,to"
              + " above it and commas in all lines");
    }
    if ((columns == null || !columns.contains(WIDTH)) && isEachThereAndBack()) {
      throw new DescriptionException(
          "each link has a line in both directions, but one line already stands for"
              + " both; keep one line of each link, or state parallel links in a column"
              + " width");
    }
  }

  private boolean isFirstAlone() {
    for (int i = 4; i < length; i += 4) {
      for (int end = 0; end < 2; end++) {
        if (links[i + end] == links[0] || links[i + end] == links[1]) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether the first line can be the numbers of routers and of the links after it. */
  private boolean isFirstOfCounts(int others) {
    if (!names.areIntegers() || names.number(links[1]) != others) {
      return false;
    }
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 4; i < length; i += 4) {
      for (int end = 0; end < 2; end++) {
        final long number = names.number(links[i + end]);
        least = Math.min(least, number);
        most = Math.max(most, number);
      }
    }
    final long routers = names.number(links[0]);
    return most < routers || (most == routers && least > 0);
  }

  private boolean isEachThereAndBack() {
    final long[] pairs = new long[length / 4];
    final long[] reversed = new long[length / 4];
    for (int i = 0; i < length; i += 4) {
      pairs[i / 4] = (long) links[i] << 32 | links[i + 1];
      reversed[i / 4] = (long) links[i + 1] << 32 | links[i];
    }
    Arrays.sort(pairs);
    Arrays.sort(reversed);
    return Arrays.equals(pairs, reversed);
  }

  private NetworkDescription build() {
    requireLinks();
    final int[] order = names.order();
    final int[] numberOf = new int[order.length];
    final NetworkBuilder builder = new NetworkBuilder();
    final List<String> ordered = new ArrayList<>();
    for (int router = 0; router < order.length; router++) {
      numberOf[order[router]] = router;
      ordered.add(names.name(order[router]));
      builder.router(ordered.get(router));
    }
    for (int i = 0; i < length; i += 4) {
      final Ways both = ways.get(links[i + 2]);
      for (int j = 0; j < links[i + 3]; j++) {
        builder.link(numberOf[links[i]], numberOf[links[i + 1]], both.there(), both.back());
      }
    }
    nodes.attach(builder, ordered);
    return builder.build();
  }
}
