package io.hopwright.models.tofu;

import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.topology.Tofu6D;

/** How the coordinates a, b and c are chosen that packets go to before x, y and z. */
enum PathPolicy implements Described {
  SOURCE("those of the requester: x, y and z first"),
  DESTINATION("those of the target: x, y and z last"),
  RANDOM("drawn for each message"),
  FIXED("router.fixedPath");

  /** Number of paths between two nodes. */
  static final int PATHS = Tofu6D.GROUP;

  private final String meaning;

  PathPolicy(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
