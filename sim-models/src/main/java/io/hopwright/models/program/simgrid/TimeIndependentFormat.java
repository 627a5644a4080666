package io.hopwright.models.program.simgrid;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog;
import io.hopwright.models.program.calls.CallProgram;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TraceLines;
import io.hopwright.models.program.trace.TracePart;
import io.hopwright.models.program.trace.TracedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Time-independent traces of SimGrid (docs/models/traces.md, "SimGrid"). */
public final class TimeIndependentFormat implements TraceFormat {
  private static final int MOST_RANKS = 1 << 20;

  /** Lines that are read together, each of some 200 B. */
  private static final long TOGETHER = Runtime.getRuntime().maxMemory() / 4 / 200;

  private static final String RANK = "\\d{1,7}";
  private static final Pattern ACTION =
      Pattern.compile(
          RANK + "\\s+(" + String.join("|", RankActions.NAMES) + ")(\\s.*)?",
          Pattern.CASE_INSENSITIVE);

  @Override
  public String name() {
    return "a time-independent trace of SimGrid";
  }

  @Override
  public boolean isOf(FileBeginning beginning) {
    return isAction(beginning) || isList(beginning);
  }

  private static boolean isAction(FileBeginning beginning) {
    return ACTION.matcher(beginning.firstLine()).matches();
  }

  /** Returns whether the first line names a file of actions. */
  private static boolean isList(FileBeginning beginning) {
    try {
      final Optional<Path> first = file(beginning.path(), beginning.firstLine());
      return first.isPresent() && isAction(FileBeginning.of(first.get()));
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns a file that a list names: where it says, or beside the list. */
  private static Optional<Path> file(Path list, String name) {
    try {
      final Path relative = list.toAbsolutePath().resolveSibling(name);
      final Path beside = list.toAbsolutePath().resolveSibling(Path.of(name).getFileName());
      return name.isEmpty()
          ? Optional.empty()
          : Optional.of(Files.isRegularFile(relative) ? relative : beside)
              .filter(Files::isRegularFile);
    } catch (InvalidPathException | NullPointerException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<Path> files(String name, Path path) throws IOException {
    if (isAction(FileBeginning.of(path))) {
      return List.of(path);
    }
    final List<Path> files = new ArrayList<>(listed(name, path));
    files.add(path);
    return files;
  }

  @Override
  public Calls calls() {
    return Calls.UNTIMED;
  }

  @Override
  public Program read(String name, Path path) throws IOException {
    return read(name, path, TracePart.ALL);
  }

  @Override
  public Program read(String name, Path path, TracePart part) throws IOException {
    final TracedLines lines = lines(name, path);
    return CallProgram.of(name, GraphProgram.LINE, lines.read(0, lines.counts().size(), part));
  }

  @Override
  public void pass(String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    pass(name, path, algorithms, to, TOGETHER);
  }

  /**
   * Passes on the graphs of ranks. Reads as many ranks at once as have so many lines, from the
   * files that have some of them.
   */
  static void pass(
      String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to, long together)
      throws IOException {
    final TracedLines lines = lines(name, path);
    CallProgram.pass(lines.counts().size(), lines.reader(together), algorithms, to);
  }

  private static TracedLines lines(String name, Path path) throws IOException {
    final List<Path> files = isAction(FileBeginning.of(path)) ? List.of(path) : listed(name, path);
    final List<BitSet> ranksOf = new ArrayList<>();
    final Map<Integer, Long> counts = new TreeMap<>();
    for (Path file : files) {
      final BitSet seen = new BitSet();
      forEachAction(
          name(name, path, file),
          file,
          (rank, lines) -> {
            seen.set(rank);
            counts.merge(rank, 1L, Long::sum);
          });
      ranksOf.add(seen);
    }
    int missing = 0;
    while (counts.containsKey(missing)) {
      missing++;
    }
    if (missing < counts.size()) {
      throw new ProgramException(
          "%s: has no rank %s, but rank %s; add its lines"
              .formatted(name, missing, counts.keySet().stream().reduce((a, b) -> b).orElse(0)));
    }
    return new TracedLines(
        files.stream().map(file -> name(name, path, file)).toList(),
        files,
        ranksOf,
        List.copyOf(counts.values()));
  }

  /**
   * Lines of all ranks.
   *
   * @param names names of the files, for messages
   * @param ranksOf ranks of each file
   * @param counts number of lines of each rank
   */
  private record TracedLines(
      List<String> names, List<Path> files, List<BitSet> ranksOf, List<Long> counts) {
    /** Returns the calls of the ranks from a first to before a last one. */
    List<CallLog> read(int first, int end, TracePart part) throws IOException {
      final List<RankActions> actions =
          new ArrayList<>(
              IntStream.range(first, end).mapToObj(rank -> (RankActions) null).toList());
      for (int file = 0; file < files.size(); file++) {
        final int some = ranksOf.get(file).nextSetBit(first);
        if (some < 0 || some >= end) {
          continue;
        }
        final String name = names.get(file);
        forEachAction(
            name,
            files.get(file),
            (rank, lines) -> {
              if (rank >= first && rank < end) {
                if (actions.get(rank - first) == null) {
                  actions.set(rank - first, new RankActions(name, rank, counts.size(), part));
                }
                actions.get(rank - first).add(lines.number(), lines.words());
              }
            });
      }
      return actions.stream().map(RankActions::log).toList();
    }

    /** Returns a reader that reads so many lines together, or those of one rank. */
    TracedProgram.Reader<CallLog> reader(long together) {
      final Deque<CallLog> read = new ArrayDeque<>();
      return rank -> {
        if (rank == 0) {
          read.clear();
        }
        if (read.isEmpty()) {
          long sum = counts.get(rank);
          int end = rank + 1;
          while (end < counts.size() && sum + counts.get(end) <= together) {
            sum += counts.get(end++);
          }
          read.addAll(read(rank, end, TracePart.ALL));
        }
        return read.remove();
      };
    }
  }

  private static String name(String name, Path path, Path file) {
    return file.equals(path) ? name : file.getFileName().toString();
  }

  private static List<Path> listed(String name, Path path) throws IOException {
    final List<Path> files = new ArrayList<>();
    try (InputStream in = Files.newInputStream(path)) {
      final TraceLines lines = new TraceLines(name, in);
      while (lines.next()) {
        file(path, lines.words().get(0))
            .ifPresentOrElse(
                files::add, () -> lines.wrong("is not a file; put the file beside the list"));
      }
      lines.throwIfWrong();
    }
    return files;
  }

  /** Receives the current line of a rank. */
  private interface Receiver {
    void receive(int rank, TraceLines lines);
  }

  private static void forEachAction(String name, Path path, Receiver receiver) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      final TraceLines lines = new TraceLines(name, in);
      while (lines.next()) {
        final String rank = lines.firstWord();
        if (!rank.matches(RANK) || Integer.parseInt(rank) >= MOST_RANKS) {
          lines.wrong("does not begin with a rank from 0 to " + (MOST_RANKS - 1));
          continue;
        }
        try {
          receiver.receive(Integer.parseInt(rank), lines);
        } catch (IllegalArgumentException e) {
          lines.wrong(e.getMessage());
        }
      }
      lines.throwIfWrong();
    }
  }
}
