package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.UniformDestinations;

/**
 * Settings and nodes from which a pattern reads the sources of one study.
 *
 * @param settings values of all keys
 * @param space nodes of the network
 */
public record Reading(Settings settings, NodeSpace space) {
  int nodes() {
    return space.nodes();
  }

  long seed() {
    return settings.get(RunPlan.SEED);
  }

  <T> T get(Key<T> key) {
    return settings.get(key);
  }

  Destinations uniform() {
    return new UniformDestinations(Purpose.DESTINATION.draws(seed()), 0, nodes());
  }

  /**
   * Checks a node that a study names.
   *
   * @throws SettingsException if the network has no such node
   */
  int node(Key<?> key, int node) {
    check(
        node < nodes(),
        key,
        "is not below the number of nodes, %s; use a node that exists".formatted(nodes()));
    return node;
  }

  /**
   * Checks a relation of a key.
   *
   * @throws SettingsException with the message unless {@code holds}
   */
  void check(boolean holds, Key<?> key, String message) {
    check(holds, key.name(), message);
  }

  /**
   * Checks a relation of a key.
   *
   * @throws SettingsException with the message unless {@code holds}
   */
  void check(boolean holds, String key, String message) {
    if (!holds) {
      throw new SettingsException(key, message);
    }
  }
}
