package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;
import java.util.Map;

/**
 * Traffic pattern: the destinations of each node ({@code docs/models/patterns.md}). A machine has
 * every pattern that its {@link NetworkTraits} allow. Stateless; safe for any thread.
 */
public abstract class Pattern implements Described {
  private final String name;
  private final String meaning;

  /**
   * Creates a pattern.
   *
   * @param name its word in {@code workload.kind}
   * @param meaning destinations of messages, in one phrase
   */
  protected Pattern(String name, String meaning) {
    this.name = name;
    this.meaning = meaning;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String meaning() {
    return meaning;
  }

  /** Returns whether networks with these traits can have the pattern. */
  boolean fits(NetworkTraits traits) {
    return true;
  }

  /** Returns whether each node has one destination. */
  public boolean isFixed() {
    return false;
  }

  /** Returns the keys of the pattern on networks with these traits. */
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of();
  }

  /** Returns the words that studies used before, each with the settings it now stands for. */
  Map<String, Map<String, Object>> formerNames() {
    return Map.of();
  }

  /**
   * Returns the requirement that a network does not meet, with the remedy; null if it meets all.
   */
  String lacks(NodeSpace space) {
    return null;
  }

  /** Reads the sources. The network meets all requirements of the pattern. */
  abstract Sources read(Reading in);

  /** Returns what the network does not have of its machine's traits, or else does not meet. */
  private String missing(NodeSpace space) {
    final boolean hasGroups = space.groups() != null;
    if (fits(new NetworkTraits(space.axes(), hasGroups))) {
      return lacks(space);
    }
    return "%s, but the network has none; use a network that has them"
        .formatted(
            !hasGroups && fits(new NetworkTraits(space.axes(), true))
                ? "groups of nodes"
                : "coordinates of nodes");
  }

  /**
   * Reads the sources of a study.
   *
   * @throws SettingsException naming the requirement that the network does not meet, or the value
   *     that does not fit it
   */
  public final Sources read(Settings settings, NodeSpace space) {
    final String lack =
        space.nodes() < 2 ? "two nodes, but there is one; use a larger network" : missing(space);
    if (lack != null) {
      throw new SettingsException(
          WorkloadKeys.KIND, "needs %s, or another %s".formatted(lack, WorkloadKeys.KIND));
    }
    return read(new Reading(settings, space));
  }
}
