package io.hopwright.models.machine;

import java.util.List;
import java.util.stream.Stream;

/** A machine that can be simulated. Stateless; safe for any thread. */
public interface Machine {
  /** Returns the name used in {@code machine.model}, such as {@code bluegene-l}. */
  String name();

  /** Returns one line that says what it is. */
  String title();

  /** Returns the paper the model is built from. */
  String source();

  /** Returns the keys that only it reads, in the order to explain them. */
  List<Parameter> ownParameters();

  /** Returns the keys it reads, those of {@link RunPlan} included, in the order to explain them. */
  default List<Parameter> parameters() {
    return Stream.concat(ownParameters().stream(), RunPlan.PARAMETERS.stream()).toList();
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
