package io.hopwright.models.run;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Simulator of a machine: the fast model or the reference model. */
public final class Implementation {
  /** Name of the key of the choice. */
  public static final String KEY = "machine.implementation";

  private static final String FAST = "fast";
  private static final String COLLECTIVES = "statistics.collectives";

  /** Key that asks for a table of jobs. Machines without jobs write their own flows by default. */
  private static final String FLOWS = "statistics.flows";

  /** The choice as a part of a machine whose reference model has no variants. */
  public static final Component COMPONENT = Component.of("reference", key(List.of()));

  private Implementation() {}

  /**
   * Declares the choice, which is the same for all machines except for {@code variants} of the
   * reference model.
   */
  public static Key<String> key(List<Choice<String>> variants) {
    final List<Choice<String>> everybodys =
        List.of(
            choice(FAST, "the simulator proper, in parallel"),
            choice(
                "reference",
                "the reference model, written from the rules alone: gives the same digest about"
                    + " a hundred times slower, always in one partition"));
    return Key.choice(KEY, FAST, Stream.concat(everybodys.stream(), variants.stream()).toList())
        .ofRun("implementation of the model of the machine");
  }

  /** Returns an implementation by its word. */
  public static Choice<String> choice(String word, String meaning) {
    return new Choice<>(word, word, meaning);
  }

  /** Returns the word of the selected implementation. */
  public static String of(Settings settings) {
    return settings.word(KEY);
  }

  /** Returns whether a value of {@link #KEY} selects a reference model. */
  public static boolean isReference(Object value) {
    return value != null && !FAST.equals(value);
  }

  /** Returns whether the settings select the fast model. */
  public static boolean isFast(Settings settings) {
    return of(settings).equals(FAST);
  }

  /**
   * Returns the network of the settings, for a machine whose reference model supports all keys
   * except those of statistics that no reference model has.
   *
   * @param fast builds the network for the fast model, or throws for inconsistent settings
   * @throws SettingsException naming all errors
   */
  public static Network<?> network(
      Machine machine, Settings settings, Supplier<? extends Network<?>> fast) {
    return network(machine, settings, unknown(settings), fast);
  }

  /**
   * Returns the network of the settings.
   *
   * @param unknown keys that the selected implementation does not support
   * @param fast builds the network for the fast model, or throws for inconsistent settings
   * @throws SettingsException naming all errors
   */
  public static Network<?> network(
      Machine machine,
      Settings settings,
      Collection<String> unknown,
      Supplier<? extends Network<?>> fast) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final String remedy = "change or remove it, or use machine.implementation = ";
    for (String key : unknown) {
      problems.when(
          true,
          key,
          "is not known to the "
              + of(settings)
              + " model; "
              + remedy
              + (isFast(settings) ? "reference" : FAST));
    }
    final Network<?> network = problems.get(fast);
    problems.throwIfAny();
    return isFast(settings) ? network : reference(machine, settings, network);
  }

  private static Network<?> reference(Machine machine, Settings settings, Network<?> fast) {
    return ServiceLoader.load(ReferenceModels.class, Implementation.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(ReferenceModels::isGeneral))
        .map(models -> models.of(machine, settings, fast))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no reference model of " + machine.name()));
  }

  /**
   * Returns the set keys for statistics that no reference model has, if a reference model is
   * selected.
   */
  public static List<String> unknown(Settings settings) {
    return isFast(settings)
        ? List.of()
        : Stream.of(
                "statistics.links",
                "statistics.box",
                "statistics.sources",
                "statistics.pairs",
                "statistics.ranks",
                "statistics.matrix",
                "statistics.timeline",
                "statistics.ideal",
                COLLECTIVES,
                FLOWS,
                "statistics.criticalPath",
                "statistics.eventsFromTick",
                "statistics.eventsToTick",
                "packetLog.fromTick",
                "packetLog.toTick",
                "packetLog.source",
                "packetLog.destination",
                EarlierLoad.UNTIL.name())
            .filter(settings::declares)
            .filter(settings::has)
            .filter(key -> !key.equals(FLOWS) || settings.declares(COLLECTIVES))
            .filter(key -> !List.of(false, List.of()).contains(settings.value(key)))
            .toList();
  }
}
