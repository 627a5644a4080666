package io.hopwright.partition.copies;

import java.io.IOException;
import java.io.InputStream;

/** Complete checkpoint whose files are copied. */
public interface CopySource {
  /** Returns its description. */
  CopyLabel label();

  /** Opens the file of an index of {@link CopyLabel#fileBytes}. */
  InputStream open(int file) throws IOException;
}
