package io.hopwright.models.switching.torusrouter;

/** Receiver of injection FIFOs. */
@FunctionalInterface
public interface FifoListener {
  /** Receives a FIFO of a node. */
  void accept(int node, int fifo);
}
