package io.hopwright.models.messaging;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.program.Algorithm;
import io.hopwright.models.program.Collective;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How collectives are done whose statements do not say it, on all machines. */
final class CollectiveKeys {
  /** Empty for the algorithm that MPICH takes. */
  private static final Map<Collective, Key<Optional<Algorithm>>> KEYS = keys();

  static final Component COMPONENT = new Component("collectives", List.copyOf(KEYS.values()));

  private CollectiveKeys() {}

  private static Map<Collective, Key<Optional<Algorithm>>> keys() {
    final Map<Collective, Key<Optional<Algorithm>>> keys = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      keys.put(collective, key(collective));
    }
    return Collections.unmodifiableMap(keys);
  }

  private static Key<Optional<Algorithm>> key(Collective collective) {
    final Stream<Choice<Optional<Algorithm>>> algorithms =
        collective.algorithms().stream()
            .map(
                one ->
                    new Choice<>(
                        Optional.of(one),
                        one.word(),
                        "steps of " + one.word() + " in docs/models/programs.md"));
    return Key.choice(
        "collectives." + collective.word(),
        Optional.empty(),
        Stream.concat(
                Stream.of(
                    new Choice<>(
                        Optional.<Algorithm>empty(), "auto", "by members and bytes, after MPICH")),
                algorithms)
            .toList(),
        "how ranks do a " + collective.word() + " whose statement has no using",
        RunPlan.SOURCE);
  }

  /** Returns the algorithms that a study names. */
  static Map<Collective, Algorithm> read(Settings settings) {
    final Map<Collective, Algorithm> algorithms = new EnumMap<>(Collective.class);
    KEYS.forEach(
        (collective, key) ->
            settings.get(key).ifPresent(algorithm -> algorithms.put(collective, algorithm)));
    return algorithms;
  }
}
