package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the network file of ASTRA-sim: a building block for each dimension. */
final class AstraReader {
  private static final String TOPOLOGY = "topology";
  private static final String COUNT = "npus_count";
  private static final String BANDWIDTH = "bandwidth";
  private static final String LATENCY = "latency";
  private static final List<String> KEYS = List.of(TOPOLOGY, COUNT, BANDWIDTH, LATENCY);
  private static final Pattern KEY = Pattern.compile("(\\w+)\\s*:\\s*(.*)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");
  private static final int MOST_DIMENSIONS = 8;

  /** Building block that joins the NPUs that differ in one coordinate. */
  private enum Block {
    RING("Ring"),
    FULLY_CONNECTED("FullyConnected"),
    SWITCH("Switch");

    private final String word;

    Block(String word) {
      this.word = word;
    }

    static Block of(String word) {
      for (Block block : values()) {
        if (block.word.equals(word)) {
          return block;
        }
      }
      throw new DescriptionException(
          "the building block is "
              + Shown.of(word)
              + "; use Ring, FullyConnected or Switch, or describe the links in another format");
    }
  }

  /**
   * One dimension.
   *
   * @param npus along it
   * @param link of each of its links
   */
  private record Dimension(Block block, int npus, LinkClass link) {}

  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final NetworkBuilder builder = new NetworkBuilder();

  NetworkDescription read(TextLines lines) throws IOException {
    String key = null;
    for (String line = lines.next(); line != null; line = lines.next()) {
      final String text = String.join(" ", Words.of(line));
      if (!text.isEmpty()) {
        key = take(text, key);
      }
    }
    final List<Dimension> dimensions = dimensions();
    int npus = 1;
    for (Dimension dimension : dimensions) {
      npus = Quantities.requireFew((long) npus * dimension.npus, "NPUs");
    }
    if (dimensions.size() == 1 && dimensions.get(0).block == Block.SWITCH) {
      builder.routers(1);
      builder.nodes(0, npus, dimensions.get(0).link);
      return builder.build();
    }
    builder.routers(npus);
    int stride = 1;
    for (Dimension dimension : dimensions) {
      connect(dimension, stride, npus);
      stride *= dimension.npus;
    }
    final LinkClass ownLink = ownLink(dimensions);
    for (int npu = 0; npu < npus; npu++) {
      builder.nodes(npu, 1, ownLink);
    }
    return builder.build();
  }

  /** Returns a link that feeds all links of an NPU at once, without latency. */
  private static LinkClass ownLink(List<Dimension> dimensions) {
    long rate = 0;
    for (Dimension dimension : dimensions) {
      final long links =
          switch (dimension.block) {
            case RING -> Math.min(2, dimension.npus - 1);
            case FULLY_CONNECTED -> dimension.npus - 1;
            case SWITCH -> 1;
          };
      rate += links * dimension.link.bitsPerSecond();
    }
    return new LinkClass("", Latency.picoseconds(0), rate);
  }

  /** Takes a line; returns the key that further lines of a list belong to. */
  private String take(String text, String before) {
    if (text.equals("-") || text.startsWith("- ")) {
      if (before == null) {
        throw new DescriptionException("a list begins before any key; write a key in front of it");
      }
      values.get(before).add(unquoted(text.substring(1).strip()));
      return before;
    }
    final Matcher matcher = KEY.matcher(text);
    if (!matcher.matches() || !KEYS.contains(matcher.group(1))) {
      throw new DescriptionException(
          Shown.of(text)
              + " is unknown; remove it, or use topology, npus_count, bandwidth or latency");
    }
    final String key = matcher.group(1);
    final String value = matcher.group(2);
    if (values.put(key, new ArrayList<>()) != null) {
      throw new DescriptionException(key + " is there twice; remove one of them");
    }
    if (value.startsWith("[") && value.endsWith("]")) {
      for (String word : value.substring(1, value.length() - 1).split(",", -1)) {
        values.get(key).add(unquoted(word.strip()));
      }
    } else if (value.startsWith("[")) {
      throw new DescriptionException(
          "the list of " + key + " does not end in its line; write it in one line");
    } else if (!value.isEmpty()) {
      values.get(key).add(unquoted(value));
    }
    return key;
  }

  private static String unquoted(String word) {
    final boolean quoted = word.length() > 1 && word.startsWith("'") && word.endsWith("'");
    return quoted ? word.substring(1, word.length() - 1) : word;
  }

  private List<Dimension> dimensions() {
    for (String key : KEYS) {
      if (!values.containsKey(key)) {
        throw new DescriptionException("there is no " + key + "; add it, a value per dimension");
      }
      if (values.get(key).size() != values.get(TOPOLOGY).size()) {
        throw new DescriptionException(
            "%s has %s values, but topology has %s; state one per dimension"
                .formatted(key, values.get(key).size(), values.get(TOPOLOGY).size()));
      }
    }
    final int count = values.get(TOPOLOGY).size();
    if (count > MOST_DIMENSIONS) {
      throw new DescriptionException(
          "there are " + count + " dimensions; use at most " + MOST_DIMENSIONS);
    }
    final List<Dimension> dimensions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final Block block = Block.of(values.get(TOPOLOGY).get(i));
      final String npus = values.get(COUNT).get(i);
      dimensions.add(
          new Dimension(
              block,
              Quantities.integer(COUNT, npus, 2, NetworkDescription.MOST_ROUTERS),
              new LinkClass(
                  "dim" + (i + 1),
                  Quantities.latency(number(LATENCY, i) + "ns"),
                  Quantities.rate(number(BANDWIDTH, i) + "GB/s", false))));
    }
    return dimensions;
  }

  private String number(String key, int dimension) {
    final String text = values.get(key).get(dimension);
    if (!NUMBER.matcher(text).matches()) {
      throw new DescriptionException(
          key + " is " + Shown.of(text) + "; use a decimal number, as in 50.0");
    }
    return new BigDecimal(text).toPlainString();
  }

  /** Joins all NPUs that differ in one coordinate only, which stands for {@code stride} of them. */
  private void connect(Dimension dimension, int stride, int npus) {
    final int extent = dimension.npus;
    for (int first = 0; first < npus; first++) {
      if (first / stride % extent == 0) {
        switch (dimension.block) {
          case RING -> ring(dimension, first, stride);
          case FULLY_CONNECTED -> all(dimension, first, stride);
          case SWITCH -> star(dimension, first, stride);
        }
      }
    }
  }

  private void ring(Dimension ring, int first, int stride) {
    // A ring of two is one link.
    final int links = ring.npus == 2 ? 1 : ring.npus;
    for (int at = 0; at < links; at++) {
      builder.link(first + at * stride, first + (at + 1) % ring.npus * stride, ring.link);
    }
  }

  private void all(Dimension dimension, int first, int stride) {
    for (int a = 0; a < dimension.npus; a++) {
      for (int b = a + 1; b < dimension.npus; b++) {
        builder.link(first + a * stride, first + b * stride, dimension.link);
      }
    }
  }

  private void star(Dimension dimension, int first, int stride) {
    final int hub = builder.routers();
    builder.routers(1);
    for (int at = 0; at < dimension.npus; at++) {
      builder.link(first + at * stride, hub, dimension.link);
    }
  }
}
