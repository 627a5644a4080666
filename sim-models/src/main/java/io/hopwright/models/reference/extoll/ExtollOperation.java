package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollMessage.End;
import java.util.Set;
import java.util.function.Consumer;

/** Operation of a thread (section "Threads" of the rules). */
sealed interface ExtollOperation {
  /** Registers of an NIC that programs use; {@code OTHER} stands for all others. */
  enum Register {
    TX0,
    TX1,
    COMMAND,
    STATUS,
    RX0,
    RX1,
    /** Base of an interval. */
    BASE,
    OTHER
  }

  /** Kinds of notices that a thread can wait for. */
  enum News {
    MAIL,
    REQUESTER,
    RESPONDER,
    COMPLETER,
    INTERRUPT;

    static News of(End end) {
      return valueOf(end.name());
    }
  }

  /** {@code velo(N, T, n)} with contents. */
  record Velo(int node, int thread, int bytes, ExtollMessage.Note note)
      implements ExtollOperation {}

  /**
   * {@code put(N, T, n)} of a message generated at the given tick, or at the start of the operation
   * if −1.
   */
  record Put(int node, int thread, int bytes, Set<End> told, long birthTick)
      implements ExtollOperation {}

  /** {@code get(N, T, n)}. */
  record Get(int node, int thread, int bytes, Set<End> told) implements ExtollOperation {}

  /** {@code immediate(N, T)}. */
  record Immediate(int node, int thread, Set<End> told) implements ExtollOperation {}

  /** {@code write(N, register, value)}. */
  record Write(int node, Register register) implements ExtollOperation {}

  /** {@code read(N, register)}. */
  record Read(int node, Register register, Set<End> told) implements ExtollOperation {}

  /** {@code store(N, n)}, from an address. */
  record Store(int node, int bytes, long address) implements ExtollOperation {}

  /** {@code load(N, n)}, from an address. */
  record Load(int node, int bytes, long address) implements ExtollOperation {}

  /** Interrupt of an accelerator at its host. */
  record Interrupt(int host) implements ExtollOperation {}

  /** {@code awaitMail}, {@code awaitNotification} and {@code awaitInterrupt}. */
  record Await(News news, Consumer<ExtollMessage> told) implements ExtollOperation {
    Await(News news) {
      this(news, message -> {});
    }
  }

  /**
   * Repeated read of the status of an NAA until it is not 0; {@code asked} while a read is pending.
   */
  record Poll(int node, boolean asked) implements ExtollOperation {}

  /** {@code until(tick)}. */
  record Until(long tick) implements ExtollOperation {}

  /** {@code compute(n)}. */
  record Compute(long ticks) implements ExtollOperation {}
}
