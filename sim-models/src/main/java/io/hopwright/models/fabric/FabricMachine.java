package io.hopwright.models.fabric;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.messaging.statistics.JobTables;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A machine whose network is a value ({@code docs/models/fabric.md}). Stateless; safe for any
 * thread.
 */
public abstract class FabricMachine extends Machine {
  private final FabricSpec spec;

  /** Points of a study mostly differ in their load, on which bounds do not depend. */
  private final Shared<FabricTraffic, FabricBounds> bounds =
      new Shared<>(traffic -> FabricBounds.of(traffic.settings()));

  /** Creates the machine of a declaration. */
  protected FabricMachine(FabricSpec spec) {
    super(spec.name(), spec.title(), spec.source(), spec.components());
    this.spec = spec;
  }

  /**
   * Returns the network that settings describe; with a declaration of its own if packets, links or
   * coordinates come from the settings.
   */
  protected abstract Fabric fabric(Settings settings);

  /**
   * Reads the settings of a study.
   *
   * @throws SettingsException naming what does not fit together
   */
  final FabricSettings read(Settings settings) {
    final Fabric given = fabric(settings);
    final Fabric fabric = spec.choosesRouter() ? given.router(RouterKeys.design(settings)) : given;
    if (fabric.readsLoads() && fabric.router() == null) {
      throw RouterKeys.needsLoads();
    }
    return FabricSettings.of(fabric.spec() == null ? spec : fabric.spec(), fabric, settings);
  }

  @Override
  public List<KeyScope> scopes() {
    final List<KeyScope> scopes = new ArrayList<>();
    if (spec.choosesRouter()) {
      scopes.add(RouterKeys.scope());
    }
    scopes.addAll(spec.patterns().scopes(Map.of()));
    scopes.add(JobTables.SCOPE);
    return scopes;
  }

  @Override
  public final RunResult results() {
    return FabricMetrics.most(spec);
  }

  @Override
  public final Network<?> network(Settings settings) {
    return Implementation.network(
        this,
        settings,
        () -> {
          final FabricSettings read = read(settings);
          final FabricTraffic traffic = FabricTraffic.of(settings, read);
          return new FabricNetwork(read, () -> bounds.of(traffic));
        });
  }
}
