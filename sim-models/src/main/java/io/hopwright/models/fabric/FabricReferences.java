package io.hopwright.models.fabric;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceNetwork;
import io.hopwright.models.reference.fabric.FabricReference;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.ReferenceModels;

/** Reference models of all fabrics. */
public final class FabricReferences implements ReferenceModels {
  @Override
  public Network<?> of(Machine machine, Settings settings, Network<?> fast) {
    if (!(machine instanceof FabricMachine fabric)) {
      return null;
    }
    final ReferenceModel model = fabric.reference(settings, fast.run());
    if (model instanceof FabricReference reference && fast instanceof GivenJobs.Network given) {
      reference.run(given.givenJobs().software(), given.givenJobs().placed(), fast.tickRate());
    }
    return new ReferenceNetwork(fast, model);
  }
}
