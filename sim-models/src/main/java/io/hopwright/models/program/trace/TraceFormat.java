package io.hopwright.models.program.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

  /** Recorded calls of a format. */
  enum Calls {
    /** No calls. */
    NONE,
    /** Calls without times. */
    UNTIMED,
    /** Calls with their times. */
    TIMED
  }

  /** Returns what it records of calls, of which {@link TracePart} selects some. */
  default Calls calls() {
    return Calls.NONE;
  }

  /**
   * Returns the program of a part of a file, of a format that records calls.
   *
   * @param part the part; the whole for a format that records none
   * @throws io.hopwright.models.program.ProgramException as {@link #read(String, Path)}
   */
  default Program read(String name, Path path, TracePart part) throws IOException {
    return read(name, path);
  }

  /** Returns whether its programs are views of mapped files, which take little memory. */
  default boolean isMapped() {
    return false;
  }

  /** Returns what the line of an operation is, as {@link GraphProgram#LINE}. */
  default String place() {
    return GraphProgram.LINE;
  }

  /**
   * Passes on the graphs of the program of a file, rank by rank. A format whose ranks have files of
   * their own keeps one of them in memory at a time.
   *
   * @param name of the file, for messages
   * @param algorithms algorithms of collectives
   * @throws io.hopwright.models.program.ProgramException as {@link #read(String, Path)}
   */
  default void pass(String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    final Program program = read(name, path);
    final BoundProgram bound =
        program.bind(new Job(program.ranks(), 0, 0, Map.of(), 0, algorithms));
    to.ranks(program.ranks());
    for (int rank = 0; rank < program.ranks(); rank++) {
      to.rank(rank, bound.graph(rank));
    }
  }
}
