package io.hopwright.models.switching.torusrouter.arbitration;

/** Fullness of a router's input FIFOs, as precisely as its arbiters see it. */
public interface ContenderQueues {
  /**
   * Returns the range of fullness, 0…3 in quarters of the capacity, of an input of a local node.
   */
  int fullnessRange(int node, int input, long tick);
}
