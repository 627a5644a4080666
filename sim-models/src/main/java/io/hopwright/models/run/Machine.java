package io.hopwright.models.run;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Machine that can be simulated, composed of parts. Stateless; safe for any thread. */
public abstract class Machine {
  private final String name;
  private final String title;
  private final String source;
  private final List<Component> components;

  /**
   * Composes a machine.
   *
   * @param name value of {@code machine.model}, such as {@code bluegene-l}
   * @param title description in one line
   * @param source paper of the model
   * @param components its components, in the order of explanations; {@link RunPlan#COMPONENT} is
   *     one of them, or its replacement on machines with jobs
   */
  protected Machine(String name, String title, String source, List<Component> components) {
    this.name = name;
    this.title = title;
    this.source = source;
    this.components = components;
  }

  /** Returns the name used in {@code machine.model}. */
  public final String name() {
    return name;
  }

  /** Returns a description in one line. */
  public final String title() {
    return title;
  }

  /** Returns the paper the model is built from. */
  public final String source() {
    return source;
  }

  /** Returns the parts of the machine, in the order of explanations. */
  public final List<Component> components() {
    return components;
  }

  /** Returns the keys of all parts, in the order of explanations. */
  public final List<Parameter> parameters() {
    return components().stream()
        .flatMap(component -> component.keys().stream())
        .<Parameter>map(Key::parameter)
        .toList();
  }

  /**
   * Returns the former names of keys with their present names, so that users of a former name learn
   * the new one.
   */
  public Map<String, String> formerKeys() {
    return Map.of();
  }

  /** Returns which keys are read only under a condition, other than those of {@link RunPlan}. */
  public List<KeyScope> scopes() {
    return List.of();
  }

  /**
   * Returns sentences for the user about keys that {@code settings} set and nothing reads.
   *
   * @param unnamed keys that are not named
   */
  public final List<String> withoutEffect(Settings settings, Set<String> unnamed) {
    return KeyScope.withoutEffect(allScopes(), parameters(), settings, unnamed);
  }

  /**
   * Returns the keys that {@code settings} set to another value than their default and are read.
   */
  public final Set<String> keysRead(Settings settings) {
    return KeyScope.read(allScopes(), parameters(), settings);
  }

  private List<KeyScope> allScopes() {
    return Stream.concat(scopes().stream(), RunPlan.SCOPES.stream()).toList();
  }

  /** Returns a result with all metrics that the machine may have, without measurements. */
  public abstract RunResult results();

  /**
   * Builds the network that {@code settings} describe; this is quick, as partitions are built
   * later.
   *
   * @throws SettingsException if the settings are inconsistent
   */
  public abstract Network<?> network(Settings settings);
}
