package io.hopwright.models.extoll;

/** Numbers of ports of a router. */
final class Ports {
  /** Ports with links: six of the torus, and one more. */
  static final int LINKS = 7;

  /** Ports of functional units: VELO, RMA, SMFU. */
  static final int UNITS = 3;

  /** The first unit: small messages. */
  static final int VELO = 0;

  /** The second unit: remote memory and registers. */
  static final int RMA = 1;

  /** The third unit: stores and loads of shared memory. */
  static final int SMFU = 2;

  /** Classes of packets: requests and posted data, and responses. */
  static final int CLASSES = 2;

  private Ports() {}
}
