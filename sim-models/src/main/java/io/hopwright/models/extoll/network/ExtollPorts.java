package io.hopwright.models.extoll.network;

/** Port numbers of a router. */
public final class ExtollPorts {
  /** Ports with links: six of the torus, and one more. */
  public static final int LINKS = 7;

  /** Ports of functional units: VELO, RMA, SMFU. */
  public static final int UNITS = 3;

  /** The first unit: small messages. */
  public static final int VELO = 0;

  /** The second unit: remote memory and registers. */
  public static final int RMA = 1;

  /** The third unit: stores and loads of shared memory. */
  public static final int SMFU = 2;

  /** Classes of packets: requests and posted data, and responses. */
  public static final int CLASSES = 2;

  private ExtollPorts() {}
}
