package io.hopwright.models.toy;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.toy.reference.RingReference;
import java.util.List;
import java.util.Map;

/** The ring, a machine for tests: {@code sim-models/src/toy/ring.md}. */
public final class Ring extends Machine {
  static final String NAME = "ring";
  static final String PAGE = "ASSUMED, ring.md";

  /** Creates the machine. */
  public Ring() {
    super(NAME, "Ring: one node a router, one VC a link", PAGE, RingSettings.COMPONENTS);
  }

  @Override
  public RunResult results() {
    return network(Settings.of(parameters(), Map.of("statistics.links", List.of("link"))))
        .unmeasured();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings,
        () -> new RingNetwork(RingSettings.of(settings)),
        network -> new RingReference(settings, network.run()));
  }
}
