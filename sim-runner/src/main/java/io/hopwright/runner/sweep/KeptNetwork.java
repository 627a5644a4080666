package io.hopwright.runner.sweep;

import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import java.lang.ref.SoftReference;

/**
 * Network of a point, built when the point is checked and kept until it is simulated. The networks
 * of all points of a large study can be too large together: a network whose memory was reclaimed is
 * built again.
 */
public final class KeptNetwork {
  private final ResolvedConfig config;
  private final SoftReference<Network<?>> built;

  /** Keeps the network of a configuration. */
  public KeptNetwork(ResolvedConfig config, Network<?> network) {
    this.config = config;
    built = new SoftReference<>(network);
  }

  /** Returns the network. */
  public Network<?> get() {
    final Network<?> network = built.get();
    return network == null ? config.network() : network;
  }
}
