package io.hopwright.models.reference.machines;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.fabric.GivenFabric;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceNetwork;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.ReferenceModels;

/** Reference models of all fabrics that have no reference model of their own. */
public final class FabricReferences implements ReferenceModels {
  @Override
  public Network<?> of(Machine machine, Settings settings, Network<?> fast) {
    if (!(fast instanceof GivenFabric.Network given)) {
      return null;
    }
    final GivenReference model = new GivenReference(given.givenFabric(), settings, fast.run());
    if (fast instanceof GivenJobs.Network jobs) {
      model.run(jobs.givenJobs().software(), jobs.givenJobs().placed(), fast.tickRate());
    }
    return new ReferenceNetwork(fast, model);
  }

  @Override
  public boolean isGeneral() {
    return true;
  }
}
