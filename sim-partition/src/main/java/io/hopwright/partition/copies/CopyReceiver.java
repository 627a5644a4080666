package io.hopwright.partition.copies;

import io.hopwright.partition.wire.CopyParts;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.CopyBegin;
import io.hopwright.partition.wire.proto.CopyEnd;
import io.hopwright.partition.wire.proto.CopyPart;
import io.hopwright.partition.wire.proto.CopyTaken;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Receiver of one copy. Messages are counted on the thread that brings them, and their bytes are
 * written by an executor, one after the other.
 */
public final class CopyReceiver {
  private final long copy;
  private final CopyLabel label;
  private final Consumer<WireMessage.Builder> sender;
  private final Consumer<String> ended;
  private final Executor writing;

  /** Bytes that are due; used by the thread that brings messages. */
  private long due;

  private final CopyKeeper keeper;
  private CopySink sink;
  private OutputStream file;
  private int nextFile;
  private long leftInFile;

  /** Bytes that are not written yet. */
  private long left;

  private boolean over;

  /**
   * Creates the receiver.
   *
   * @param begin description of the copy
   * @param keeper place of the copy
   * @param sender sends messages to the sender of the copy
   * @param writing executes write tasks one after the other
   * @param ended receives, on the executor, null when the copy is complete, otherwise the reason
   *     why it is not
   */
  public CopyReceiver(
      CopyBegin begin,
      CopyKeeper keeper,
      Consumer<WireMessage.Builder> sender,
      Executor writing,
      Consumer<String> ended) {
    copy = begin.getCopy();
    label = CopyLabel.of(begin);
    this.keeper = keeper;
    this.sender = sender;
    this.writing = writing;
    this.ended = ended;
    due = label.bytes();
    left = due;
  }

  /** Returns the number of the copy. */
  public long copy() {
    return copy;
  }

  /** Begins; reports at once if the copy exists here already. */
  public void begin() {
    writing.execute(
        () -> {
          try {
            if (keeper.has(label)) {
              end(null);
              return;
            }
            sink = keeper.begin(label);
            completeIfWritten();
          } catch (IOException | RuntimeException e) {
            end(reason(e));
          }
        });
  }

  /**
   * Receives the next bytes.
   *
   * @throws MalformedMessageException if there are more than declared
   */
  public void part(CopyPart message) {
    final byte[] part = CopyParts.bytes(message);
    due -= part.length;
    if (due < 0) {
      throw new MalformedMessageException(
          "a copy of the checkpoint of " + label.name() + " has more bytes than declared");
    }
    writing.execute(() -> write(part));
  }

  private void write(byte[] part) {
    if (over) {
      return;
    }
    try {
      int at = 0;
      while (at < part.length) {
        openNext();
        final int count = (int) Math.min(leftInFile, part.length - at);
        file.write(part, at, count);
        at += count;
        leftInFile -= count;
        left -= count;
      }
      sender.accept(WireMessage.newBuilder().setCopyTaken(CopyTaken.newBuilder().setCopy(copy)));
      completeIfWritten();
    } catch (IOException | RuntimeException e) {
      end(reason(e));
    }
  }

  /** Opens the next file with bytes to come if the one before is complete. */
  private void openNext() throws IOException {
    while (leftInFile == 0) {
      closeFile();
      leftInFile = label.fileBytes().get(nextFile);
      file = sink.create(nextFile);
      nextFile++;
    }
  }

  private void completeIfWritten() throws IOException {
    if (left > 0) {
      return;
    }
    while (nextFile < label.fileBytes().size()) {
      closeFile();
      file = sink.create(nextFile++);
    }
    closeFile();
    sink.complete();
    end(null);
  }

  private void closeFile() throws IOException {
    if (file != null) {
      final OutputStream open = file;
      file = null;
      open.close();
    }
  }

  /** Abandons the copy if it is not complete. */
  public void abandon(String reason) {
    writing.execute(() -> end(reason));
  }

  private void end(String failure) {
    if (over) {
      return;
    }
    over = true;
    try {
      closeFile();
    } catch (IOException e) {
      // The copy has failed already.
    }
    if (sink != null) {
      sink.close();
    }
    sender.accept(
        WireMessage.newBuilder()
            .setCopyEnd(
                CopyEnd.newBuilder().setCopy(copy).setFailure(failure == null ? "" : failure)));
    ended.accept(failure);
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
