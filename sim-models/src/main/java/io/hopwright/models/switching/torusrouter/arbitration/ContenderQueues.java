package io.hopwright.models.switching.torusrouter.arbitration;

/** How full the input FIFOs of a router are, as far as its arbiters can see. */
public interface ContenderQueues {
  /**
   * Returns the range of fullness, 0…3 in quarters of the capacity, of an input of a local node.
   */
  int fullnessRange(int node, int input, long tick);
}
