package io.hopwright.models.run;

import io.hopwright.models.declare.Settings;

/**
 * Reference models of machines, found by {@link java.util.ServiceLoader}, because machines do not
 * know their reference models. Stateless; safe for any thread.
 */
public interface ReferenceModels {
  /**
   * Returns the network as a reference model simulates it; null if there is no model of the machine
   * here.
   *
   * @param fast the network for the simulator proper
   */
  Network<?> of(Machine machine, Settings settings, Network<?> fast);

  /** Returns whether these are for machines that have no reference model of their own. */
  default boolean isGeneral() {
    return false;
  }
}
