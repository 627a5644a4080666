package io.hopwright.models.reference.tnw;

/**
 * A message, once its send has begun.
 *
 * @param source node
 * @param number among the messages of its channel, from 0
 * @param firstNumber {@code q} of its first packet
 * @param birthTick from which response times count
 * @param sendTick at which its send began
 * @param cargo who is told what becomes of it; null if it is a thread's
 */
record TnwMessage(
    int source,
    int port,
    int vc,
    int packets,
    long number,
    long firstNumber,
    long birthTick,
    long sendTick,
    TnwCargo cargo) {
  /** Returns its channel at the source, the class of the digest. */
  int channel() {
    return 8 * port + vc;
  }
}
