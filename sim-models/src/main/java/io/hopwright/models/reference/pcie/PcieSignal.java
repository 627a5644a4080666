package io.hopwright.models.reference.pcie;

/**
 * A signal: section "Copies through memory" of {@code docs/models/pcie.md}.
 *
 * @param target element that it is for
 * @param onDelivery what it changes there
 */
record PcieSignal(int target, Runnable onDelivery) {
  /** "A signal is a write with p = 8 B". */
  static final int BYTES = 8;
}
