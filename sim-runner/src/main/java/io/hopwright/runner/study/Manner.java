package io.hopwright.runner.study;

/**
 * How a run is to be simulated, where a claim is about speed.
 *
 * @param threads of this JVM; 0 for as many as the user says
 * @param project number of processors on which it is to be projected from one thread; 0 for none
 */
public record Manner(int threads, int project) {
  /** As the user says. */
  public static final Manner ANY = new Manner(0, 0);
}
