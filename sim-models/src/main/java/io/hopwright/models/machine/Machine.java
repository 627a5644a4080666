package io.hopwright.models.machine;

import java.util.List;

/** A machine that can be simulated. Stateless; safe for any thread. */
public interface Machine {
  /** Returns the name used in {@code machine.model}, such as {@code bluegene-l}. */
  String name();

  /** Returns one line that says what it is. */
  String title();

  /** Returns the paper the model is built from. */
  String source();

  /** Returns the keys it reads, those of {@link RunPlan} included, in the order to explain them. */
  List<Parameter> parameters();

  /**
   * Builds the network that {@code settings} describe; cheap, as partitions are built later.
   *
   * @throws SettingsException if the settings do not fit together
   */
  Network<?> network(Settings settings);
}
