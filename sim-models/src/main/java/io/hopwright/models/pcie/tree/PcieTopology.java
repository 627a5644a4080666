package io.hopwright.models.pcie.tree;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hosts, their elements, and the interconnect of hosts.
 *
 * @param cards interconnect of hosts
 * @param elements all elements with their links
 */
public record PcieTopology(HostInterconnect cards, PcieElements elements) {
  /** Bits of the number of an element in a packet. */
  static final int ELEMENT_BITS = 13;

  /** Most elements of a machine. */
  public static final int MOST_ELEMENTS = 1 << ELEMENT_BITS;

  private static final int AXES = 3;

  /** Levels of one child each, below a root that has a memory. */
  private static final int MOST_LEVELS = MOST_ELEMENTS - 2;

  private static final int MOST_RING = 64;
  private static final int MOST_TORUS = 8;

  static final Key<HostInterconnect> CARDS =
      Key.choice("machine.cards", HostInterconnect.NONE, Choice.of(HostInterconnect.values()))
          .meaning("interconnect of the hosts")
          .source(PciePaper.SECTION + "3.2");
  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", AXES, AXES, List.of(1, 1, 1), MOST_RING)
          .meaning("hosts in x, y and z")
          .source(PciePaper.SECTION + "3.2");
  private static final Key<Integer> SOCKETS =
      Key.integer("machine.sockets", 1, 1, 2)
          .meaning("sockets of a host, with one root each")
          .source(PciePaper.SECTION + "3.1.2");
  private static final Key<int[]> FANOUT =
      Key.shape("machine.fanout", 1, MOST_LEVELS, List.of(2, 2), PciePorts.MOST_CHILDREN)
          .meaning(
              "number of children of each element, one number per level below the root;"
                  + " the lowest level has GPUs, the others switches")
          .source(PciePaper.SECTION + "3.1.2, 3.1.3");

  public static final Component COMPONENT = Component.of("topology", CARDS, SHAPE, SOCKETS, FANOUT);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static PcieTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final HostInterconnect cards = settings.get(CARDS);
    final int[] shape = settings.get(SHAPE);
    final int[] most =
        switch (cards) {
          case NONE -> new int[] {1, 1, 1};
          case INFINIBAND -> new int[] {PciePorts.MOST_ON_SWITCH, 1, 1};
          case PEACH2 -> new int[] {MOST_RING, 2, 1};
          case APENET -> new int[] {MOST_TORUS, MOST_TORUS, MOST_TORUS};
        };
    problems.when(
        IntStream.range(0, AXES).anyMatch(axis -> shape[axis] > most[axis]),
        SHAPE,
        ("is more than the limit of machine.cards = %s, %s hosts; use fewer hosts, or"
                + " other cards")
            .formatted(settings.value(CARDS), Arrays.toString(most)));
    final int sockets = settings.get(SOCKETS);
    final int[] fanout = settings.get(FANOUT);
    checkSize(cards, shape, sockets, fanout, problems);
    problems.throwIfAny();
    return new PcieTopology(cards, new PcieElements(cards, shape, sockets, fanout));
  }

  private static void checkSize(
      HostInterconnect cards,
      int[] shape,
      int sockets,
      int[] fanout,
      SettingsException.Collector problems) {
    int ofHost = 2 * sockets + (cards == HostInterconnect.NONE ? 0 : 1);
    int ofLevel = sockets;
    for (int level = 0; level < fanout.length && ofHost <= MOST_ELEMENTS; level++) {
      ofLevel *= fanout[level];
      ofHost += ofLevel;
      problems.when(
          ofHost > MOST_ELEMENTS,
          FANOUT,
          ("makes %s elements in each host by level %s of %s: packets have %s bits for the number"
                  + " of an element, and at most %s fit. Use fewer levels, or fewer children")
              .formatted(ofHost, level + 1, fanout.length, ELEMENT_BITS, MOST_ELEMENTS));
    }
    final long all =
        (long) ofHost * IntStream.of(shape).reduce(1, (a, b) -> a * b)
            + (cards == HostInterconnect.INFINIBAND ? 1 : 0);
    problems.when(
        ofHost <= MOST_ELEMENTS && all > MOST_ELEMENTS,
        SHAPE,
        ("makes %s elements, %s in each host: packets have %s bits for the number of an element,"
                + " and at most %s fit. Use fewer hosts, or a smaller machine.fanout")
            .formatted(all, ofHost, ELEMENT_BITS, MOST_ELEMENTS));
  }
}
