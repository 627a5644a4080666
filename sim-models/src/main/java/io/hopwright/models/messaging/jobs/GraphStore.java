package io.hopwright.models.messaging.jobs;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Store that keeps containers of converted traces, so that the next run of a trace does not read
 * and convert it again. {@link java.util.ServiceLoader} finds it; without one traces are read each
 * time. Safe for any thread.
 */
public interface GraphStore {
  /** Writer of a container. */
  @FunctionalInterface
  interface Conversion {
    /** Writes the container to a new file. */
    void writeTo(Path file, Progress progress) throws IOException;
  }

  /** Receiver of the progress of a conversion. */
  @FunctionalInterface
  interface Progress {
    /**
     * Receives the progress of reading the trace.
     *
     * @param all all work, in the unit of {@code done}
     */
    void at(long done, long all);
  }

  /**
   * Returns a container that was kept; null if there is none.
   *
   * @param asked all that the container depends on, except the build of the simulator
   */
  Path find(String asked);

  /**
   * Writes a container and keeps it, or leaves nothing behind.
   *
   * @param trace the trace, for messages
   * @param bytes size of the trace
   * @return the container; null if it cannot be written
   */
  Path keep(String asked, String trace, long bytes, Conversion conversion);
}
