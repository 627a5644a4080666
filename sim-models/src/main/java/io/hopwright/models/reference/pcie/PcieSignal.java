package io.hopwright.models.reference.pcie;

/**
 * Signal (section "Copies through memory" of {@code docs/models/pcie.md}).
 *
 * @param target receiving element
 * @param onDelivery its effect there
 */
record PcieSignal(int target, Runnable onDelivery) {
  /** "A signal is a write with p = 8 B". */
  static final int BYTES = 8;
}
