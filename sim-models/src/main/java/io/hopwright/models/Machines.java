package io.hopwright.models;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.pcie.Pcie;
import io.hopwright.models.run.Machine;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.List;

/** Registry of all machines; a new machine adds one line here. */
public final class Machines {
  private static final List<Machine> ALL =
      List.of(
          new BlueGeneL(),
          new Cascade(),
          new Ideal(),
          new Tofu(),
          new Tnw(),
          new Extoll(),
          new Pcie(),
          new NetworkMachine());

  private Machines() {}

  /** Returns all machines, in the order to list them. */
  public static List<Machine> all() {
    return ALL;
  }
}
