package io.hopwright.runner.topology;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import io.hopwright.models.topology.files.Format;
import io.hopwright.models.topology.files.NetworkFile;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ProgramFiles;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Network that a user names.
 *
 * @param name name of a file, or of a bundled network
 * @param format word that names the format; null to detect it
 * @param within second file of a pair of binary files, otherwise null
 * @param nodes nodes of the routers of a file that states none: a number or a CSV file; null for
 *     none
 * @param bothWays whether one-way links get a reverse link
 */
public record NetworkSource(
    String name, String format, String within, String nodes, boolean bothWays) {
  private static final String FOLDER = "topologies";
  private static final String SUFFIX = ".network";

  /**
   * Network and the format from which it was read.
   *
   * @param network the network
   * @param format format of the file
   */
  public record Read(NetworkDescription network, Format format) {}

  /** Returns the names of the bundled networks. */
  public static List<String> shipped() {
    return ProgramFiles.read(
        NetworkSource.class,
        root -> {
          try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
            return files
                .map(file -> file.getFileName().toString())
                .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                .sorted()
                .toList();
          }
        });
  }

  /**
   * Reads the network.
   *
   * @throws InputException if it does not exist, or its file is malformed
   */
  public Read read() {
    return checked(
        () -> {
          final Format stated = format == null ? null : format(format, false);
          if (!Files.exists(path(name)) && shipped().contains(name)) {
            return ProgramFiles.read(
                NetworkSource.class,
                root -> read(root.resolve(FOLDER).resolve(name + SUFFIX), stated));
          }
          if (!Files.exists(path(name))) {
            throw new InputException(
                Excerpt.ofLine(name)
                    + ": there is no such file, and no network of this name; networks that come"
                    + " with the program are "
                    + String.join(", ", shipped()));
          }
          return read(path(name), stated);
        });
  }

  private Read read(Path file, Format stated) {
    final Path second = within == null ? null : path(within);
    final NetworkDescription read =
        NetworkFile.read(new NetworkFile.Source(file, stated, second, nodes, Families::make));
    final NetworkDescription network = bothWays ? read.bothWays() : read;
    if (stated != null) {
      return new Read(network, stated);
    }
    return new Read(network, within == null ? NetworkFile.format(file) : Format.CODES);
  }

  /** Returns the path that a text names. */
  public static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InputException(Excerpt.ofLine(text) + ": it is not a path; name a file");
    }
  }

  /** Returns the format with a given word. */
  public static Format format(String word, boolean writableOnly) {
    return Format.of(word)
        .filter(found -> found.isWritable() || !writableOnly)
        .orElseThrow(
            () ->
                new InputException(
                    "the format "
                        + Excerpt.of(word)
                        + " is unknown; use one of "
                        + String.join(", ", Format.words(writableOnly))));
  }

  /** Returns the result of a supplier; an error in a description becomes an input error. */
  public static <T> T checked(Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (DescriptionException e) {
      throw new InputException(e.getMessage());
    }
  }
}
