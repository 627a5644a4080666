package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceNetwork;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.ReferenceModels;

/** The reference models of all fabrics. */
public final class FabricReferences implements ReferenceModels {
  @Override
  public Network<?> of(Machine machine, Settings settings, Network<?> fast) {
    return machine instanceof FabricMachine fabric
        ? new ReferenceNetwork(fast, fabric.reference(settings, fast.run()))
        : null;
  }
}
