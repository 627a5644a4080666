package io.hopwright.models.fabric;

import java.util.List;

/**
 * Fabric of a run as given to its reference model (section "What a machine gives" of {@code
 * docs/models/fabric.md}).
 */
public interface GivenFabric {
  /** Returns the declaration of the machine, as completed by the study. */
  FabricSpec spec();

  /** Returns the network. */
  Fabric fabric();

  /** Returns the classes of its links, in the order of the declaration. */
  List<LinkParameters> classes();

  /** Returns the capacity of the buffer behind each node. */
  int nodeFlits();

  /** Network that is a fabric. */
  interface Network {
    /** Returns the fabric of the run. */
    GivenFabric givenFabric();
  }
}
