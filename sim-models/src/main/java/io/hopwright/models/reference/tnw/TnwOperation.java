package io.hopwright.models.reference.tnw;

/** An operation of a program: table of {@code docs/models/tnw.md}, section "Threads". */
sealed interface TnwOperation {
  /** Send, of a message born before it begins, or with it ({@code birthTick} −1). */
  record Send(int port, int vc, int packets, long birthTick) implements TnwOperation {}

  /** Gives a credit. */
  record Credit(int receiver, int vc, int packets) implements TnwOperation {}

  /** Waits for the notify of a credit. */
  record Await(int receiver, int vc) implements TnwOperation {}

  /** Waits for the notify of a send. */
  record AwaitSent(int port) implements TnwOperation {}

  /** Waits for a tick. */
  record Until(long tick) implements TnwOperation {}

  /** Computes. */
  record Compute(long ticks) implements TnwOperation {}

  /** Waits for all threads of the node. */
  record Barrier() implements TnwOperation {}
}
