package io.hopwright.runner.config;

import io.hopwright.models.program.language.Programs;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ProgramFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bundled machines and studies, and the user's own files. */
public final class Library {
  private static final String SUFFIX = ".conf";
  private static final String PROGRAM_SUFFIX = ".prog";

  /** Prefix of the names of studies that measure simulation speed. */
  private static final String BENCHMARK = "bench-";

  private static final String MACHINES = "machines";
  private static final String COMMENT = "# ";

  private final List<String> machines = names(MACHINES);
  private final List<String> studies = names("studies");

  /** Creates the library. */
  public Library() {}

  private static List<String> names(String folder) {
    return ProgramFiles.read(
        Library.class,
        root -> {
          try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files
                .map(file -> file.getFileName().toString())
                .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                .sorted(
                    Comparator.comparing((String name) -> name.startsWith(BENCHMARK))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
          }
        });
  }

  /** Returns the names of the bundled studies in the order of lists, with benchmarks last. */
  public List<String> studies() {
    return studies;
  }

  /** Returns the names of the bundled programs. */
  public List<String> programs() {
    return Programs.NAMES;
  }

  /**
   * Returns the program with the name {@code name}: a bundled one, otherwise a file.
   *
   * @throws InputException if neither exists
   */
  public Source program(String name) {
    return programs().contains(name)
        ? new Source(Programs.file(name), Programs.text(name), null)
        : own(name, PROGRAM_SUFFIX, "program", "", programs());
  }

  /** Returns the names that a study can include, such as {@code machines/NAME}. */
  public List<String> includable() {
    return Stream.concat(
            machines.stream().map(name -> MACHINES + "/" + name),
            studies.stream().map(name -> "studies/" + name))
        .toList();
  }

  /** Returns descriptions of the bundled files of machines, by the names that a study includes. */
  public Map<String, String> machineFiles() {
    final Map<String, String> titles = new LinkedHashMap<>();
    for (String name : machines) {
      final String file = MACHINES + "/" + name;
      titles.put(
          file,
          bundled(file)
              .orElseThrow()
              .text()
              .lines()
              .takeWhile(line -> line.startsWith(COMMENT))
              .map(line -> line.substring(COMMENT.length()))
              .collect(Collectors.joining(" ")));
    }
    return titles;
  }

  /**
   * Returns the study with the name {@code name}: a bundled one, otherwise a file.
   *
   * @throws InputException if neither exists
   */
  public Source study(String name) {
    return studies.contains(name) ? bundled("studies/" + name).orElseThrow() : file(name);
  }

  /**
   * Returns the user's file with a study.
   *
   * @throws InputException if the file does not exist
   */
  public Source file(String name) {
    return own(name, SUFFIX, "study", ", such as the resolved.conf of a result", studies);
  }

  /** Returns a file of the user's. */
  private static Source own(
      String name, String suffix, String kind, String example, List<String> bundled) {
    return file(Path.of(""), name, suffix)
        .orElseThrow(
            () ->
                new InputException(
                    Excerpt.ofLine(name)
                        + (isDirectory(name)
                            ? ": is a directory; name a file" + example
                            : ": there is no such file, and no "
                                + kind
                                + " of this name"
                                + Nearest.questionOr(name, bundled, "see hopwright list"))));
  }

  private static boolean isDirectory(String name) {
    try {
      return Files.isDirectory(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns what {@code from} includes as {@code what}: a file beside it, else a bundled one. */
  Optional<Source> included(Source from, String what) {
    return beside(from, what).or(() -> bundled(what));
  }

  /**
   * Returns the study that {@code from} calls {@code name}: a file beside it, otherwise a bundled
   * one.
   */
  public Optional<Source> part(Source from, String name) {
    return beside(from, name).or(() -> bundled("studies/" + name));
  }

  private static Optional<Source> beside(Source from, String name) {
    return from.directory() == null ? Optional.empty() : file(from.directory(), name, SUFFIX);
  }

  private static Optional<Source> file(Path directory, String name, String suffix) {
    try {
      return read(directory.resolve(name)).or(() -> read(directory.resolve(name + suffix)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<Source> read(Path path) {
    if (!Files.exists(path) || Files.isDirectory(path)) {
      return Optional.empty();
    }
    // Reading a pipe waits for whoever writes to it, and a device may have no end.
    if (!Files.isRegularFile(path)) {
      throw new InputException(path + ": is a device or a pipe; name a file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      final byte[] bytes = in.readNBytes(Allowance.CHARACTERS + 1);
      if (bytes.length > Allowance.CHARACTERS) {
        throw new InputException(path + Allowance.TOO_LONG);
      }
      final String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(
          new Source(
              path.toString(),
              text,
              path.toAbsolutePath().getParent(),
              path.toRealPath().toString()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      throw new InputException(path + ": is not a text file in UTF-8");
    } catch (IOException e) {
      throw new InputException(path + ": cannot be read: " + e.getMessage());
    }
  }

  private Optional<Source> bundled(String what) {
    final String path = what.endsWith(SUFFIX) ? what : what + SUFFIX;
    return isBundled(path)
        ? Optional.of(new Source(path, ProgramFiles.text("/" + path), null))
        : Optional.empty();
  }

  private boolean isBundled(String path) {
    return path.endsWith(SUFFIX)
        && includable().contains(path.substring(0, path.length() - SUFFIX.length()));
  }

  /**
   * Returns whether the user has written a value: it is neither a default nor bundled, and not from
   * the configuration of a result.
   */
  public boolean isOwn(Origin origin) {
    return !origin.equals(Origin.DEFAULT)
        && !isBundled(origin.source())
        && !("/" + origin.source()).endsWith("/" + Format.RESOLVED);
  }
}
