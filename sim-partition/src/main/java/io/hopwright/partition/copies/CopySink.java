package io.hopwright.partition.copies;

import java.io.IOException;
import java.io.OutputStream;

/** Checkpoint that grows from the parts of a copy. Confined to one thread. */
public interface CopySink {
  /** Creates the file of an index of {@link CopyLabel#fileBytes}; closed before the next one. */
  OutputStream create(int file) throws IOException;

  /**
   * Checks all files and makes the checkpoint visible.
   *
   * @throws IOException with the damage
   */
  void complete() throws IOException;

  /** Removes what was written, and releases what is open. Called in any case, at the end. */
  void close();
}
