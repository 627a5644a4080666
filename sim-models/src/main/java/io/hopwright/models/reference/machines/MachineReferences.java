package io.hopwright.models.reference.machines;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceNetwork;
import io.hopwright.models.reference.bluegene.BlueGeneReference;
import io.hopwright.models.reference.cascade.CascadeReference;
import io.hopwright.models.reference.extoll.ExtollReference;
import io.hopwright.models.reference.ideal.IdealReference;
import io.hopwright.models.reference.pcie.PcieReference;
import io.hopwright.models.reference.tnw.TnwReference;
import io.hopwright.models.reference.tofu.TofuReference;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.ReferenceModels;

/** Reference models of all machines that are not fabrics. */
public final class MachineReferences implements ReferenceModels {
  @Override
  public Network<?> of(Machine machine, Settings settings, Network<?> fast) {
    final GivenJobs jobs = fast instanceof GivenJobs.Network given ? given.givenJobs() : null;
    final ReferenceModel model =
        switch (machine.name()) {
          case "bluegene-l" -> new BlueGeneReference(settings, fast, jobs);
          case "cascade" -> new CascadeReference(settings, fast, jobs);
          case "extoll" -> new ExtollReference(settings, fast, jobs);
          case "ideal" -> new IdealReference(settings, fast, jobs);
          case "pcie" -> new PcieReference(settings, fast);
          case "tnw" -> new TnwReference(settings, fast, jobs);
          case "tofu" -> new TofuReference(settings, fast, jobs);
          default -> null;
        };
    return model == null ? null : new ReferenceNetwork(fast, model);
  }
}
