package io.hopwright.models.program.simgrid;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallProgram;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TraceLines;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Time-independent traces of SimGrid: docs/models/traces.md, "SimGrid". */
public final class TimeIndependentFormat implements TraceFormat {
  private static final int MOST_RANKS = 1 << 20;
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
    final List<Path> files = isAction(FileBeginning.of(path)) ? List.of(path) : listed(name, path);
    final BitSet seen = new BitSet();
    for (Path file : files) {
      forEachAction(name(name, path, file), file, (rank, lines) -> seen.set(rank));
    }
    final int ranks = seen.cardinality();
    if (seen.length() != ranks) {
      throw new ProgramException(
          "%s: has no rank %s, but rank %s; add its lines"
              .formatted(name, seen.nextClearBit(0), seen.length() - 1));
    }
    final List<RankActions> actions =
        new ArrayList<>(IntStream.range(0, ranks).mapToObj(rank -> (RankActions) null).toList());
    for (Path file : files) {
      final String itsName = name(name, path, file);
      forEachAction(
          itsName,
          file,
          (rank, lines) -> {
            if (actions.get(rank) == null) {
              actions.set(rank, new RankActions(itsName, rank, ranks, part));
            }
            actions.get(rank).add(lines.number(), lines.words());
          });
    }
    return CallProgram.of(name, GraphProgram.LINE, actions.stream().map(RankActions::log).toList());
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
