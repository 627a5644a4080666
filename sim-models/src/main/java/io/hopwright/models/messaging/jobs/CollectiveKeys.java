package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Algorithms of collectives whose statements name none, on all machines. */
final class CollectiveKeys {
  private static final List<OfOne> KEYS =
      Stream.of(Collective.values()).map(one -> new OfOne(one, key(one, true))).toList();

  private static final String SECTION = "collectives";

  /** Key of a collective; empty for the algorithm of MPICH. */
  private record OfOne(Collective collective, Key<Optional<Algorithm>> key) {}

  private CollectiveKeys() {}

  /** Returns the keys of a machine, which does some collectives by hardware if a study says so. */
  static Component component(Set<Collective> byHardware) {
    return new Component(
        SECTION,
        Stream.of(Collective.values())
            .<Key<?>>map(one -> key(one, byHardware.contains(one)))
            .toList());
  }

  private static Key<Optional<Algorithm>> key(Collective collective, boolean byHardware) {
    final Stream<Choice<Optional<Algorithm>>> algorithms =
        collective.algorithms().stream()
            .filter(one -> byHardware || !one.byHardware())
            .map(one -> new Choice<>(Optional.of(one), one.word(), meaning(one)));
    return Key.choice(
            SECTION + "." + collective.word(),
            Optional.empty(),
            Stream.concat(
                    Stream.of(
                        new Choice<>(
                            Optional.<Algorithm>empty(),
                            "auto",
                            "chosen by number of members and bytes, as in MPICH")),
                    algorithms)
                .toList())
        .ofRun("algorithm of a " + collective.word() + " whose statement has no using");
  }

  private static String meaning(Algorithm algorithm) {
    return algorithm.byHardware()
        ? "by a unit of the machine, as in docs/models/messaging.md"
        : "steps of " + algorithm.word() + " in docs/models/programs.md";
  }

  /** Returns the algorithms that a study names. */
  static Map<Collective, Algorithm> read(Settings settings) {
    final Map<Collective, Algorithm> algorithms = new EnumMap<>(Collective.class);
    for (OfOne one : KEYS) {
      settings.get(one.key).ifPresent(algorithm -> algorithms.put(one.collective, algorithm));
    }
    return algorithms;
  }
}
