package io.hopwright.models.traffic.pattern;

/** Uniform traffic: every other node is equally likely, independently for each message. */
final class UniformPattern extends Pattern {
  UniformPattern() {
    super("uniform", "to random other nodes");
  }

  @Override
  Sources read(Reading in) {
    return Sources.even(in, in.uniform());
  }
}
