package io.hopwright.partition.cluster;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.partition.wire.proto.WireMessage;

/**
 * Transport of the states of partitions between a worker and the seed during one run. Thread-safe.
 */
interface StateTraffic extends RunMonitor.Checkpoints, AutoCloseable {
  /** Receives a message about states, on the thread that brings it. */
  void onMessage(Peer sender, WireMessage message);

  /** Drops states that are still in flight, at the end of the run. */
  @Override
  void close();
}
