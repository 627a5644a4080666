package io.hopwright.models.machine;

import java.util.List;

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

  /** Returns a result with all metrics that a result of it may have, nothing measured. */
  RunResult results();

  /**
   * Builds the network that {@code settings} describe; cheap, as partitions are built later.
   *
   * @throws SettingsException if the settings do not fit together
   */
  Network<?> network(Settings settings);
}
