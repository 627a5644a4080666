package io.hopwright.models.program.goal;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.graph.GraphSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;

/** GOAL files, text or binary, distinguished by their contents: docs/models/goal.md. */
public final class GoalFile {
  /** Share of this JVM's memory that a program may take. */
  private static final double SHARE = 0.75;

  /** The beginning of a text without a number of ranks. */
  private static final Pattern RANK = Pattern.compile("rank\\s+\\d[\\s\\S]*");

  private static final int MOST_BEFORE_FIRST_WORD = 1 << 20;

  private GoalFile() {}

  /** Contents of a file. */
  public enum Form {
    /** Graphs as text. */
    TEXT,
    /** Graphs as a binary. */
    BINARY,
    /** Something else. */
    OTHER
  }

  /**
   * Returns whether a failure is caused by a binary that was truncated while it was read from disk;
   * the JVM has no specific exception for that.
   */
  public static boolean wasCutShort(Throwable failure) {
    return failure instanceof InternalError
        && failure.getMessage() != null
        && failure.getMessage().contains("unsafe memory access");
  }

  /** Returns the form of a file, recognized from its beginning. */
  public static Form form(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      in.mark(Long.BYTES + 1);
      final byte[] magic = in.readNBytes(Long.BYTES);
      if (magic.length == Long.BYTES) {
        final long first = ByteBuffer.wrap(magic).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (first == GoalBinary.MAGIC || first == GoalBinary.USED_UP) {
          return Form.BINARY;
        }
      }
      in.reset();
      GoalText.skipMark(in);
      final String first = firstWord(in);
      return GoalText.FIRST_WORD.equals(first) || RANK.matcher(first).matches()
          ? Form.TEXT
          : Form.OTHER;
    }
  }

  /** Returns the text behind blanks and comments, up to the end of the first word. */
  private static String firstWord(InputStream in) throws IOException {
    int last = ' ';
    int comment = ' ';
    for (int i = 0; i < MOST_BEFORE_FIRST_WORD; i++) {
      final int c = in.read();
      if (c < 0) {
        return "";
      }
      if (comment != ' ') {
        final boolean ends = comment == '/' ? c == '\n' : last == '*' && c == '/';
        comment = ends ? ' ' : comment;
        last = ends ? ' ' : c;
      } else if (last == '/') {
        if (c != '/' && c != '*') {
          return "";
        }
        comment = c;
        last = ' ';
      } else if (c > ' ' && c != '/') {
        final byte[] rest = in.readNBytes(GoalText.FIRST_WORD.length() - 1);
        return (char) c + new String(rest, java.nio.charset.StandardCharsets.ISO_8859_1);
      } else {
        last = c;
      }
    }
    return "";
  }

  /**
   * Returns the program of a file if it contains one. A large binary is mapped, and must not change
   * from now on.
   *
   * @param name for messages
   * @throws ProgramException with all errors, or if this JVM has not enough memory for it
   */
  public static Optional<Program> read(String name, Path path) throws IOException {
    return switch (form(path)) {
      case BINARY -> Optional.of(GoalBinary.read(name, path));
      case TEXT -> Optional.of(text(name, path, (long) (SHARE * Runtime.getRuntime().maxMemory())));
      case OTHER -> Optional.empty();
    };
  }

  /** Returns the program of a text for which there are so many bytes of memory. */
  static GraphProgram text(String name, Path path, long room) throws IOException {
    final long need;
    try (InputStream in = Files.newInputStream(path)) {
      need = GoalText.need(in);
    }
    if (need > room) {
      throw new ProgramException(
          ("%s: needs about %s MiB of memory, of which this JVM has %s MiB for programs; convert"
                  + " it with hopwright trace convert FILE OUT --to goal-binary, which is read"
                  + " from disk, or give the JVM more")
              .formatted(name, need >> 20, room >> 20));
    }
    try (InputStream in = Files.newInputStream(path)) {
      final Map<Integer, OperationGraph> graphs = new HashMap<>();
      final int ranks =
          GoalText.read(
              name,
              Files.size(path),
              in,
              (rank, operations) -> graphs.put(rank, operations.graph()));
      final OperationGraph[] byRank = new OperationGraph[ranks];
      graphs.forEach((rank, graph) -> byRank[rank] = graph);
      return new GraphProgram(name, GraphProgram.LINE, byRank);
    }
  }

  /**
   * Passes on the graphs of a text, rank by rank, however large it is; operations keep their lines.
   *
   * @param name of the text, for messages
   * @throws ProgramException with all errors
   */
  public static void passText(String name, Path text, GraphSink to) throws IOException {
    try (FileChannel in = FileChannel.open(text)) {
      final long size = in.size();
      GoalText.read(
          name,
          size,
          Channels.newInputStream(in),
          new GoalText.Sink() {
            @Override
            public void ranks(int ranks) throws IOException {
              to.ranks(ranks);
            }

            @Override
            public void rank(int rank, GraphBuilder operations) throws IOException {
              to.progress(in.position(), size);
              to.rank(rank, operations.graph());
            }
          });
    }
  }

  /**
   * Output options for a program.
   *
   * @param binary whether the output is a binary; otherwise text
   * @param first first rank
   * @param count number of ranks; {@link Job#MOST_RANKS} for all from the first on
   * @param expandCollectives whether collectives are expanded into messages; otherwise they are
   *     refused
   * @param reduceNanoseconds time to reduce 1 KiB, 0 … 2³¹ − 1
   * @param most largest number of operations of all ranks; more are an error
   */
  public record Conversion(
      boolean binary,
      int first,
      int count,
      boolean expandCollectives,
      int reduceNanoseconds,
      long most) {}

  /**
   * Result of a conversion.
   *
   * @param rounded compute times that were not integer ns
   */
  public record Written(int ranks, long operations, long rounded) {}

  /** Output of a conversion. */
  public static final class Target {
    private final Path file;
    private final GraphSink graphs;

    private Target(Path file, GraphSink graphs) {
      this.file = file;
      this.graphs = graphs;
    }

    /** Returns a new file in GOAL. */
    public static Target of(Path file) {
      return new Target(file, null);
    }

    /** Returns a receiver of the graphs that a file would have, with times to a picosecond. */
    public static Target of(GraphSink graphs) {
      return new Target(null, graphs);
    }

    private GoalWriter writer(Conversion how, Walk.Watch watch) throws IOException {
      return file == null ? GoalWriter.to(graphs, how, watch) : GoalWriter.to(file, how, watch);
    }
  }

  /**
   * Writes a program.
   *
   * @throws ProgramException if graphs cannot say it
   * @throws CancellationException if the watch ends it
   */
  public static Written write(BoundProgram program, Conversion how, Target out, Walk.Watch watch)
      throws IOException {
    final StatementGraph statements =
        new StatementGraph(program, how.expandCollectives, how.reduceNanoseconds, how.most, watch);
    try (GoalWriter writer = out.writer(how, watch)) {
      writer.writeAll(program, statements);
      return new Written(
          writer.count(), writer.operations(), statements.rounded() + writer.rounded());
    }
  }

  /**
   * Writes the graphs of a file, rank by rank, however large they are.
   *
   * @throws ProgramException with all that is wrong with the file
   * @throws CancellationException if the watch ends it
   */
  public static Written writeGraphs(
      GraphSource graphs, Conversion how, Target out, Walk.Watch watch) throws IOException {
    try (GoalWriter writer = out.writer(how, watch)) {
      writer.writeAll(graphs);
      return new Written(writer.count(), writer.operations(), writer.rounded());
    }
  }

  /**
   * Writes a GOAL text, rank by rank, however large it is.
   *
   * @param name of the text, for messages
   * @throws ProgramException with all that is wrong with it
   */
  public static Written writeText(
      String name, Path text, Conversion how, Target out, Walk.Watch watch) throws IOException {
    try (GoalWriter writer = out.writer(how, watch);
        FileChannel in = FileChannel.open(text)) {
      final long size = in.size();
      GoalText.read(
          name,
          size,
          Channels.newInputStream(in),
          new GoalText.Sink() {
            @Override
            public void ranks(int ranks) throws IOException {
              writer.ranks(ranks);
            }

            @Override
            public void rank(int rank, GraphBuilder operations) throws IOException {
              if (!watch.share(in.position(), size)) {
                throw new CancellationException("the text was read in part");
              }
              writer.rank(rank, operations);
            }
          });
      return new Written(writer.count(), writer.operations(), 0);
    }
  }
}
