package io.hopwright.models.switching.torusrouter.arbitration;

/**
 * Arbiter: chooses one of several requests, of the FIFOs of one receiver or of the contenders for
 * one output. Stateless; safe for any thread.
 */
public interface Arbiter {
  /**
   * Returns the input that wins.
   *
   * @param queues the fullness of the inputs
   * @param node local number of the router
   * @param component global number of the router
   * @param requests inputs that request, as a set of at least two bits
   * @param index which of the router's arbiters this is
   */
  int pick(ContenderQueues queues, int node, int component, long requests, long tick, int index);
}
