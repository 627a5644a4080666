package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.KeyRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Fabric and traffic of a study as far as bounds depend on them. Equal if the values of the keys
 * are equal. Immutable; safe for any thread.
 */
final class FabricTraffic {
  private static final Set<KeyRole> ROLES = Set.of(KeyRole.MODEL, KeyRole.SEED);

  private final List<Object> values;
  private final FabricSettings settings;

  private FabricTraffic(List<Object> values, FabricSettings settings) {
    this.values = values;
    this.settings = settings;
  }

  /** Returns the traffic of settings that have been read. */
  static FabricTraffic of(Settings settings, FabricSettings read) {
    final List<Object> values = new ArrayList<>();
    for (String key : settings.keys()) {
      if (ROLES.contains(KeyRole.of(key))) {
        values.add(key);
        values.add(settings.value(key));
      }
    }
    return new FabricTraffic(values, read);
  }

  FabricSettings settings() {
    return settings;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FabricTraffic traffic && values.equals(traffic.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
