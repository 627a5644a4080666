package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Shared;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Returns sentences about keys that are set and change nothing. */
  private List<String> withoutEffect(Settings settings) {
    final Stream<Optional<String>> sentences =
        Stream.of(
            spec.choosesRouter() ? RouterKeys.withoutEffect(settings) : Optional.empty(),
            spec.patterns().withoutEffect(settings, settings.get(spec.workload().kind())));
    return sentences.flatMap(Optional::stream).toList();
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
          return new FabricNetwork(read, () -> bounds.of(traffic), withoutEffect(settings));
        });
  }
}
