package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceNetwork;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.ReferenceModels;

/** Reference models of random fabrics, in place of those that the fabrics provide. */
public final class RandomReferences implements ReferenceModels {
  @Override
  public Network<?> of(Machine machine, Settings settings, Network<?> fast) {
    return machine instanceof RandomMachine random
        ? new ReferenceNetwork(fast, random.reference(settings, fast.run()))
        : null;
  }
}
