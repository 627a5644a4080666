package io.hopwright.models.pcie;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hosts, what each is made of, and what joins them.
 *
 * @param cards what joins hosts
 * @param elements all of them, with their links
 */
record PcieTopology(Cards cards, Elements elements) {
  /** Most elements of a machine. */
  static final int MOST_ELEMENTS = 8_192;

  private static final int AXES = 3;
  private static final int MOST_LEVELS = 3;
  private static final int MOST_RING = 64;
  private static final int MOST_TORUS = 8;

  static final Key<Cards> CARDS =
      Key.choice("machine.cards", Cards.NONE, Choice.of(Cards.values()))
          .meaning("what joins hosts")
          .source(Pcie.PAPER + "3.2");
  static final Key<int[]> SHAPE =
      Key.shape("machine.shape", AXES, AXES, List.of(1, 1, 1), MOST_RING)
          .meaning("hosts in x, y and z")
          .source(Pcie.PAPER + "3.2");
  private static final Key<Integer> SOCKETS =
      Key.integer("machine.sockets", 1, 1, 2)
          .meaning("sockets of a host, a root each")
          .source(Pcie.PAPER + "3.1.2");
  private static final Key<int[]> FANOUT =
      Key.shape("machine.fanout", 1, MOST_LEVELS, List.of(2, 2), Ports.MOST_CHILDREN)
          .meaning(
              "children of each root, of each of these, and so on; the last are GPUs, the others"
                  + " switches")
          .source(Pcie.PAPER + "3.1.2, 3.1.3");

  static final Component COMPONENT = Component.of("topology", CARDS, SHAPE, SOCKETS, FANOUT);

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming what does not fit together
   */
  static PcieTopology of(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final Cards cards = settings.get(CARDS);
    final int[] shape = settings.get(SHAPE);
    final int[] most =
        switch (cards) {
          case NONE -> new int[] {1, 1, 1};
          case INFINIBAND -> new int[] {Ports.MOST_ON_SWITCH, 1, 1};
          case PEACH2 -> new int[] {MOST_RING, 2, 1};
          case APENET -> new int[] {MOST_TORUS, MOST_TORUS, MOST_TORUS};
        };
    problems.when(
        IntStream.range(0, AXES).anyMatch(axis -> shape[axis] > most[axis]),
        SHAPE,
        ("is more than machine.cards = %s joins, %s hosts at most; make it smaller, or use other"
                + " cards")
            .formatted(settings.value(CARDS), Arrays.toString(most)));
    final Elements elements =
        new Elements(cards, shape, settings.get(SOCKETS), settings.get(FANOUT));
    problems.when(
        elements.count() > MOST_ELEMENTS,
        SHAPE,
        ("makes %s elements, %s of each host, at most %s fit; have fewer hosts, or a smaller"
                + " machine.fanout")
            .formatted(elements.count(), elements.ofHost(), MOST_ELEMENTS));
    problems.throwIfAny();
    return new PcieTopology(cards, elements);
  }
}
