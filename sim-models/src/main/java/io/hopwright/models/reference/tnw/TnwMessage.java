package io.hopwright.models.reference.tnw;

/**
 * Message whose send has begun.
 *
 * @param source source node
 * @param number number among the messages of its channel, from 0
 * @param firstNumber {@code q} of its first packet
 * @param birthTick tick from which response times count
 * @param sendTick tick at which its send began
 * @param cargo receiver of its results; null for a message of a thread
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
