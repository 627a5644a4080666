package io.hopwright.models.machine;

import java.util.List;
import java.util.Map;

/** A machine that can be simulated: a composition of parts. Stateless; safe for any thread. */
public interface Machine {
  /** Returns the name used in {@code machine.model}, such as {@code bluegene-l}. */
  String name();

  /** Returns one line that says what it is. */
  String title();

  /** Returns the paper the model is built from. */
  String source();

  /**
   * Returns its parts, in the order to explain them; {@link RunPlan#COMPONENT} among them, or what
   * takes its place on machines that have jobs.
   */
  List<Component> components();

  /** Returns the keys of all parts, in the order to explain them. */
  default List<Parameter> parameters() {
    return components().stream()
        .flatMap(component -> component.keys().stream())
        .<Parameter>map(Key::parameter)
        .toList();
  }

  /**
   * Returns what keys were called in earlier versions, and what they are called now: who still
   * writes a former name is told the new one.
   */
  default Map<String, String> formerKeys() {
    return Map.of();
  }

  /** Returns a result with all metrics that a result of it may have, nothing measured. */
  RunResult results();

  /**
   * Builds the network that {@code settings} describe; cheap, as partitions are built later.
   *
   * @throws SettingsException if the settings do not fit together
   */
  Network<?> network(Settings settings);
}
