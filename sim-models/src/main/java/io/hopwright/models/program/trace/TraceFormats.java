package io.hopwright.models.program.trace;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** All readers of traces that are on the class path. Safe for any thread. */
public final class TraceFormats {
  private static final List<TraceFormat> ALL =
      ServiceLoader.load(TraceFormat.class, TraceFormat.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(Comparator.comparing(TraceFormat::name))
          .toList();

  private TraceFormats() {}

  /** Returns the format of a file; none if it is unknown. */
  public static Optional<TraceFormat> of(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    final FileBeginning beginning = FileBeginning.of(path);
    return ALL.stream().filter(format -> format.isOf(beginning)).findFirst();
  }

  /** Returns all files of a trace; the file alone if it is not a trace, or is incomplete. */
  public static List<Path> files(Path path) throws IOException {
    final Optional<TraceFormat> format = of(path);
    try {
      return format.isEmpty()
          ? List.of(path)
          : format.get().files(String.valueOf(path.getFileName()), path);
    } catch (ProgramException e) {
      // Whoever reads it says what is missing.
      return List.of(path);
    }
  }

  /**
   * Returns the program of a file; none if its format is unknown.
   *
   * @param name for messages
   * @throws io.hopwright.models.program.ProgramException with all errors
   */
  public static Optional<Program> read(String name, Path path) throws IOException {
    final Optional<TraceFormat> format = of(path);
    return format.isEmpty() ? Optional.empty() : Optional.of(format.get().read(name, path));
  }
}
