package io.hopwright.partition.copies;

import io.hopwright.partition.wire.CopyParts;
import io.hopwright.partition.wire.proto.CopyEnd;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sender of one copy. {@link #send} blocks its thread; all other methods are called by threads that
 * bring messages.
 */
public final class CopySender {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long copy;
  private final CopySource source;
  private final Consumer<WireMessage.Builder> receiver;
  private final long patienceNanos;
  private int inFlight;
  private boolean ended;
  private String failure;

  /** When the receiver was heard of. */
  private long heardNanos = System.nanoTime();

  /**
   * Creates the sender.
   *
   * @param copy number of the copy
   * @param receiver receives the messages
   * @param patience longest time without a confirmation
   */
  public CopySender(
      long copy, CopySource source, Consumer<WireMessage.Builder> receiver, Duration patience) {
    this.copy = copy;
    this.source = source;
    this.receiver = receiver;
    patienceNanos = patience.toNanos();
  }

  /** Returns the number of the copy. */
  public long copy() {
    return copy;
  }

  /**
   * Sends the copy; returns null when the receiver has it completely, otherwise the reason why it
   * does not.
   */
  public String send() {
    receiver.accept(WireMessage.newBuilder().setCopyBegin(source.label().begin(copy)));
    try {
      for (int file = 0; file < source.label().fileBytes().size() && !over(); file++) {
        send(file);
      }
    } catch (IOException e) {
      abandon("cannot be read: " + e.getMessage());
    }
    awaitEnd();
    return failure;
  }

  private void send(int file) throws IOException {
    long left = source.label().fileBytes().get(file);
    try (InputStream bytes = source.open(file)) {
      while (left > 0 && awaitRoom()) {
        final byte[] part = bytes.readNBytes((int) Math.min(left, CopyParts.MOST_BYTES));
        if (part.length == 0) {
          throw new IOException("file " + file + " is truncated");
        }
        left -= part.length;
        receiver.accept(WireMessage.newBuilder().setCopyPart(CopyParts.of(copy, part)));
      }
    }
  }

  /** Waits until another part may be sent; returns false if the copy is over. */
  private synchronized boolean awaitRoom() {
    await(() -> inFlight < CopyParts.IN_FLIGHT);
    if (!ended) {
      inFlight++;
    }
    return !ended;
  }

  private synchronized void awaitEnd() {
    await(() -> false);
  }

  private synchronized boolean over() {
    return ended;
  }

  /** Waits for a condition, or the end of the copy. */
  private synchronized void await(BooleanSupplier condition) {
    while (!ended && !condition.getAsBoolean()) {
      final long left = patienceNanos - (System.nanoTime() - heardNanos);
      if (left <= 0) {
        abandon("no confirmation for " + Duration.ofNanos(patienceNanos).toSeconds() + " s");
        return;
      }
      try {
        wait(left / NANOS_PER_MILLI + 1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        abandon("was interrupted");
      }
    }
  }

  private void abandon(String reason) {
    end(reason);
    tellEnd();
  }

  private void tellEnd() {
    receiver.accept(
        WireMessage.newBuilder()
            .setCopyEnd(CopyEnd.newBuilder().setCopy(copy).setFailure("abandoned")));
  }

  /** Records that the receiver has written a part. */
  public synchronized void onTaken() {
    inFlight--;
    heardNanos = System.nanoTime();
    notifyAll();
  }

  /**
   * Ends the copy.
   *
   * @param reason why it is not complete; null if it is
   */
  public synchronized void end(String reason) {
    if (!ended) {
      ended = true;
      failure = reason;
      notifyAll();
    }
  }
}
