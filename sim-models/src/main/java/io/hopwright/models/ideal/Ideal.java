package io.hopwright.models.ideal;

/** The ideal machine: its parts, and the network that there is not. */
public final class Ideal {
  static final String NAME = "ideal";
}
