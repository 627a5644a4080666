package io.hopwright.models.program.trace;

import io.hopwright.models.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reader of one format of traces. {@link java.util.ServiceLoader} finds it: a reader of a new
 * format needs a class and a line in {@code META-INF/services} on the class path.
 */
public interface TraceFormat {
  /**
   * Returns the name of the format as messages have it, as {@code "an htsim connection matrix"}.
   */
  String name();

  /** Returns whether a file has this format, as its beginning says. */
  boolean isOf(FileBeginning beginning);

  /**
   * Returns all files that a trace consists of, the named one among them.
   *
   * @param name of the file, for messages
   * @throws io.hopwright.models.program.ProgramException if some are missing
   */
  default List<Path> files(String name, Path path) throws IOException {
    return List.of(path);
  }

  /**
   * Returns the program of a file. Takes memory in proportion to the part of the file that has been
   * read, never to a number that the file only contains.
   *
   * @param name name of the file, for messages
   * @throws io.hopwright.models.program.ProgramException with all errors, up to 100, each with the
   *     file, the line or byte, and the remedy
   */
  Program read(String name, Path path) throws IOException;
}
