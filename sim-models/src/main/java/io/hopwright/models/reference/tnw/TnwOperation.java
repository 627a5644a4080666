package io.hopwright.models.reference.tnw;

/** An operation of a program: table of {@code docs/models/tnw.md}, section "Threads". */
sealed interface TnwOperation {
  /** Send of a message, generated at the given tick or with the send ({@code birthTick} −1). */
  record Send(int port, int vc, int packets, long birthTick) implements TnwOperation {}

  /** Grant of a credit. */
  record Credit(int receiver, int vc, int packets) implements TnwOperation {}

  /** Wait for the notify of a credit. */
  record Await(int receiver, int vc) implements TnwOperation {}

  /** Wait for the notify of a send. */
  record AwaitSent(int port) implements TnwOperation {}

  /** Wait for a tick. */
  record Until(long tick) implements TnwOperation {}

  /** Compute burst. */
  record Compute(long ticks) implements TnwOperation {}

  /** Wait for all threads of the node. */
  record Barrier() implements TnwOperation {}
}
