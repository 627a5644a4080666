package io.hopwright.models.reference;

/** Router of a reference model with any switch. Confined to the thread of its machine. */
public interface ReferenceRouter {
  /** Returns whether nothing waits or is in progress here and all charged has been given back. */
  boolean isHome();

  /**
   * Checks that each buffer holds no more than its sender has been charged, and that this fits.
   *
   * @throws IllegalStateException if one does not
   */
  void checkConservation();

  /** Appends a line for each queue in which packets wait; returns how many do. */
  long describeWaiting(StringBuilder report);
}
