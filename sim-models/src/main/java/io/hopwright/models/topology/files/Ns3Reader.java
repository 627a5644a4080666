package io.hopwright.models.topology.files;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reader of the topology text of ns-3 as used by HPCC, SimAI and ASTRA-sim. */
final class Ns3Reader {
  private static final String HEADER =
      "; write NODES SWITCHES LINKS, or NODES GPUS_PER_SERVER NVSWITCHES SWITCHES LINKS [GPU]";
  private static final int FIELDS = 5;
  private static final int MOST_NUMBER = NetworkDescription.MOST_ROUTERS;

  private int numbers;
  private int links;
  private int switches;
  private final BitSet isSwitch = new BitSet();

  /** The numbers at both ends, and the class, by link. */
  private int[] ends = new int[64];

  private LinkClass[] classes = new LinkClass[32];
  private int[] linkLines = new int[32];
  private int length;

  NetworkDescription read(TextLines lines) throws IOException {
    final String header = lines.next();
    if (header == null) {
      throw new DescriptionException("the file is empty" + HEADER);
    }
    takeHeader(Words.of(header));
    takeSwitches(lines);
    String line = length < links ? lines.next() : null;
    while (line != null) {
      final List<String> words = Words.of(line);
      if (!words.isEmpty()) {
        takeLink(words, lines.number());
      }
      line = length < links ? lines.next() : null;
    }
    if (length != links) {
      throw new DescriptionException(
          "the first line states "
              + links
              + " links, but the file has "
              + length
              + "; state as many, or add the others");
    }
    return build();
  }

  private void takeHeader(List<String> words) {
    if (words.size() != 3 && words.size() != FIELDS && words.size() != FIELDS + 1) {
      throw new DescriptionException("the first line has " + words.size() + " words" + HEADER);
    }
    final boolean three = words.size() == 3;
    numbers = Quantities.integer("the number of nodes", words.get(0), 1, MOST_NUMBER);
    final int nvSwitches =
        three ? 0 : Quantities.integer("the number of NVSwitches", words.get(2), 0, numbers);
    if (!three) {
      Quantities.integer("the number of GPUs per server", words.get(1), 0, MOST_NUMBER);
    }
    final String count = words.get(three ? 1 : 3);
    switches = nvSwitches + Quantities.integer("the number of switches", count, 0, numbers);
    links =
        Quantities.integer(
            "the number of links", words.get(three ? 2 : 4), 0, NetworkDescription.MOST_LINKS);
    if (switches > numbers) {
      throw new DescriptionException(
          "there are " + switches + " switches among " + numbers + " nodes; use at most as many");
    }
  }

  private void takeSwitches(TextLines lines) throws IOException {
    while (isSwitch.cardinality() < switches) {
      final String line = lines.next();
      if (line == null) {
        throw new DescriptionException(
            "the file ends before the numbers of all " + switches + " switches; add them");
      }
      for (String word : Words.of(line)) {
        final int number = Quantities.integer("the number of a switch", word, 0, numbers - 1);
        if (isSwitch.get(number)) {
          throw new DescriptionException(
              "switch " + number + " is listed twice; list each of them once");
        }
        isSwitch.set(number);
      }
    }
    if (isSwitch.cardinality() > switches) {
      throw new DescriptionException(
          "the line lists "
              + isSwitch.cardinality()
              + " switches, but the first line states "
              + switches
              + "; state as many");
    }
  }

  private void takeLink(List<String> words, int line) {
    if (words.size() != FIELDS) {
      throw new DescriptionException(
          "the link has " + words.size() + " words; write a b RATE LATENCY ERROR_RATE");
    }
    if (length == classes.length) {
      ends = Arrays.copyOf(ends, 4 * length);
      classes = Arrays.copyOf(classes, 2 * length);
      linkLines = Arrays.copyOf(linkLines, 2 * length);
    }
    if (!words.get(4).matches("0*\\.?0*")) {
      throw new DescriptionException(
          "the error rate is " + Shown.of(words.get(4)) + ", but networks have no errors; use 0");
    }
    ends[2 * length] = Quantities.integer("the first number", words.get(0), 0, numbers - 1);
    ends[2 * length + 1] = Quantities.integer("the second number", words.get(1), 0, numbers - 1);
    classes[length] =
        new LinkClass("", Quantities.latency(words.get(3)), Quantities.rate(words.get(2), false));
    linkLines[length] = line;
    length++;
  }

  private NetworkDescription build() {
    final Map<Integer, Integer> degrees = new HashMap<>();
    for (int i = 0; i < 2 * length; i++) {
      degrees.merge(ends[i], 1, Integer::sum);
    }
    if (numbers > degrees.size() + switches) {
      throw new DescriptionException(
          "there are "
              + numbers
              + " nodes, but links and switches name fewer; state the right number, or add links");
    }
    final NetworkBuilder builder = new NetworkBuilder();
    final int[] routers = new int[numbers];
    final LinkClass[] nodeClasses = new LinkClass[numbers];
    for (int number = 0; number < numbers; number++) {
      if (!isSwitch.get(number) && !degrees.containsKey(number)) {
        throw new DescriptionException("host " + number + " has no link; add one");
      }
      final boolean node = isNode(number, degrees);
      routers[number] = node ? NetworkDescription.NONE : builder.router(Integer.toString(number));
    }
    addLinks(builder, routers, nodeClasses);
    for (int number = 0; number < numbers; number++) {
      if (!isSwitch.get(number)) {
        final boolean node = nodeClasses[number] != null;
        builder.nodes(routers[number], 1, node ? nodeClasses[number] : LinkClass.PLAIN);
      }
    }
    return builder.build();
  }

  /** Other end of the only link of each host that has one; filled when first needed. */
  private int[] partners;

  private boolean isNode(int number, Map<Integer, Integer> degrees) {
    if (partners == null) {
      partners = new int[numbers];
      for (int link = 0; link < length; link++) {
        partners[ends[2 * link]] = ends[2 * link + 1];
        partners[ends[2 * link + 1]] = ends[2 * link];
      }
    }
    return !isSwitch.get(number) && degrees.get(number) == 1 && isSwitch.get(partners[number]);
  }

  private void addLinks(NetworkBuilder builder, int[] routers, LinkClass[] nodeClasses) {
    for (int link = 0; link < length; link++) {
      final int a = ends[2 * link];
      final int b = ends[2 * link + 1];
      if (a == b) {
        throw new DescriptionException(
            "the link in line "
                + linkLines[link]
                + " joins "
                + a
                + " with itself; name two different numbers");
      }
      if (nodeClasses[a] == null && routers[a] == NetworkDescription.NONE) {
        nodeClasses[a] = classes[link];
        routers[a] = routers[b];
      } else if (nodeClasses[b] == null && routers[b] == NetworkDescription.NONE) {
        nodeClasses[b] = classes[link];
        routers[b] = routers[a];
      } else {
        builder.link(routers[a], routers[b], classes[link]);
      }
    }
  }
}
