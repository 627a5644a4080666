package io.hopwright.models.tofu.network;

import io.hopwright.models.declare.Meaning;
import io.hopwright.models.topology.Tofu6D;

/** Choice of the coordinates a, b and c to which packets go before x, y and z. */
public enum PathPolicy {
  @Meaning("the coordinates of the requester, so that packets go along x, y and z first")
  SOURCE,
  @Meaning("the coordinates of the target, so that packets go along x, y and z last")
  DESTINATION,
  @Meaning("coordinates chosen at random for each message")
  RANDOM,
  @Meaning("the path of router.fixedPath")
  FIXED;

  /** Number of paths between two nodes. */
  public static final int PATHS = Tofu6D.GROUP;
}
