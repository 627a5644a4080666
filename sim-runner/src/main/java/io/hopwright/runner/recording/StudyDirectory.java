package io.hopwright.runner.recording;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.Seal;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Directory of a study, with one directory for each point or part. While open, it is locked for all
 * others.
 */
public final class StudyDirectory implements AutoCloseable {
  private final Path place;
  private final boolean created;
  private final DirectoryLock lock;

  private StudyDirectory(Path place, boolean created, DirectoryLock lock) {
    this.place = place;
    this.created = created;
    this.lock = lock;
  }

  /**
   * Opens the directory {@code place}; creates it if necessary.
   *
   * @throws io.hopwright.runner.support.InputException if it is not writable, or has other contents
   * @throws EnvironmentException if another process uses it, or there is no space
   */
  public static StudyDirectory open(Path place) {
    try {
      final Path target = ResultDirectory.target(place);
      ResultDirectory.refuseFiles(place, target);
      final boolean created = !Files.exists(target);
      Files.createDirectories(target);
      final StudyDirectory directory =
          new StudyDirectory(target, created, DirectoryLock.of(target));
      try {
        if (!Contents.isAsGoodAsEmpty(target)) {
          ResultDirectory.refuseForeign(place, target, Contents.foreign(target));
        }
        removeLeft(target);
        return directory;
      } catch (RuntimeException | IOException e) {
        directory.close();
        throw e;
      }
    } catch (IOException e) {
      throw Reason.unwritable(place, e);
    }
  }

  /** Returns whether a study lies at {@code place}. */
  static boolean isAt(Path place) {
    return StoredDocument.find(place.resolve(Format.MANIFEST))
        .filter(StudyDirectory::isOf)
        .isPresent();
  }

  /** Returns whether a manifest is that of a study. */
  static boolean isOf(StoredDocument manifest) {
    return manifest.content().containsKey(Format.POINTS)
        || manifest.content().containsKey(Format.PARTS);
  }

  /**
   * Refuses a place below a study, because the study removes everything that is not one of its
   * points.
   *
   * @throws InputException with the study
   */
  public static void refuseBelow(Path place) {
    try {
      Path above = ResultDirectory.target(place).getParent();
      while (above != null && !Files.exists(above)) {
        above = above.getParent();
      }
      // Links may lead into a study.
      for (Path at = above == null ? null : above.toRealPath(); at != null; at = at.getParent()) {
        if (isAt(at)) {
          throw new InputException(
              String.format(
                  "--out %s: is inside the study directory %s, whose next sweep would remove it;"
                      + " name another directory",
                  place, at));
        }
      }
    } catch (IOException e) {
      throw Reason.unwritable(place, e);
    }
  }

  private static void removeLeft(Path directory) throws IOException {
    for (Path entry : Contents.list(directory)) {
      if (Contents.isLeft(entry.getFileName().toString())) {
        Contents.clear(entry);
      } else if (Files.isDirectory(entry) && !Files.isSymbolicLink(entry)) {
        removeLeft(entry);
      }
    }
  }

  /** Returns where it is. */
  public Path place() {
    return place;
  }

  /** Returns the place of a point or a part. */
  public Path place(String path) {
    return place.resolve(path);
  }

  /** Writes a file of JSON. */
  public void json(String name, Object content) {
    write(name, text -> text.write(Json.text(content)));
  }

  /**
   * Writes {@code manifest.json} after all other files, with their hashes.
   *
   * @return its contents
   */
  public Map<String, Object> manifest(Map<String, Object> manifest) {
    final Map<String, Object> hashes = new LinkedHashMap<>();
    try {
      for (String name : Format.STUDY_FILES) {
        if (Files.exists(place.resolve(name))) {
          hashes.put(name, Hashes.of(place.resolve(name)));
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
    final Map<String, Object> signed = new LinkedHashMap<>(manifest);
    signed.put(Hashes.FILES, hashes);
    final Map<String, Object> sealed = Seal.sealed(signed);
    json(Format.MANIFEST, sealed);
    return sealed;
  }

  /**
   * Prepares for a change of points: removes files about the former points, and a run's result if
   * there is one. Points remain.
   *
   * @param manifest marks the directory as Hopwright's, and as incomplete
   */
  public void begin(Map<String, Object> manifest) {
    try {
      Contents.deleteFiles(place);
    } catch (IOException e) {
      throw failure(e);
    }
    manifest(manifest);
  }

  /** Removes directories of several points where the study now has a single point. */
  public void makeWay(Set<String> paths) {
    final Set<Path> places = places(paths);
    inTheWay(paths).stream()
        .filter(found -> places.contains(found) || places.contains(found.getParent()))
        .forEach(this::delete);
  }

  /**
   * Writes the tables.
   *
   * @param points of the study
   * @param done those of them that are done
   */
  public void tables(List<Point> points, List<StoredPoint> done) {
    final PointTables tables = new PointTables(points, done);
    write(Contents.POINTS, tables::writePoints);
    write(Format.SERIES, tables::writeSeries);
    if (tables.haveRepetitions()) {
      write("means.csv", tables::writeMeans);
    }
  }

  /** Returns results of an earlier form of the study that are no longer among its points. */
  public List<Path> strangers(Set<String> paths) {
    final Set<Path> places = places(paths);
    return inTheWay(paths).stream()
        .filter(found -> !places.contains(found) || !isPartOfAPoint(found))
        .toList();
  }

  private static boolean isPartOfAPoint(Path directory) {
    return Files.exists(directory.resolve(Format.MANIFEST))
        || Files.exists(directory.resolve(Format.SUMMARY));
  }

  /** Returns results that are not among the points, or not complete. */
  private List<Path> inTheWay(Set<String> paths) {
    final List<Path> found = strangers(paths, StudyDirectory::isPoint);
    try {
      for (Path point : places(paths)) {
        if (isPoint(point)) {
          findResults(point, found);
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
    return found;
  }

  /** Finds results below a point, which was several points in an earlier form of the study. */
  private static void findResults(Path point, List<Path> found) throws IOException {
    for (Path entry : Contents.list(point)) {
      if (Files.isDirectory(entry)
          && !Files.isSymbolicLink(entry)
          && Contents.foreignBelow(entry) == null
          && Contents.hasResult(entry)) {
        found.add(entry);
      }
    }
  }

  private Set<Path> places(Set<String> paths) {
    return paths.stream().map(this::place).collect(Collectors.toSet());
  }

  private List<Path> strangers(Set<String> paths, Predicate<Path> expected) {
    final List<Path> found = new ArrayList<>();
    try {
      findStrangers(place, "", paths, expected, found);
    } catch (IOException e) {
      throw failure(e);
    }
    return found;
  }

  private static void findStrangers(
      Path directory, String prefix, Set<String> paths, Predicate<Path> expected, List<Path> found)
      throws IOException {
    for (Path entry : Contents.list(directory)) {
      final String path = prefix + entry.getFileName();
      if (!Files.isDirectory(entry)
          || Files.isSymbolicLink(entry)
          || (paths.contains(path) && expected.test(entry))) {
        continue;
      }
      if (paths.stream().anyMatch(point -> point.startsWith(path + "/"))) {
        findStrangers(entry, path + "/", paths, expected, found);
      } else if (isOurs(entry)) {
        found.add(entry);
      }
    }
  }

  private static boolean isOurs(Path directory) throws IOException {
    return Contents.foreignBelow(directory) == null
        && (Contents.isAsGoodAsEmpty(directory) || Contents.hasResult(directory));
  }

  private static boolean isPoint(Path directory) {
    return Files.exists(directory.resolve(Format.MANIFEST))
        && Files.exists(directory.resolve(Format.SUMMARY));
  }

  /** Removes all directories that are not points. */
  public void keepPoints(Set<String> paths) {
    inTheWay(paths).forEach(this::delete);
    try {
      for (Path run : runs(paths)) {
        // What was a point once, and has points now.
        if (StoredDocument.find(run.resolve(Format.MANIFEST)).isPresent()) {
          Contents.deleteFiles(run);
          Files.delete(run.resolve(Format.MANIFEST));
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Removes all directories that are not parts. */
  public void keepParts(Set<String> paths) {
    strangers(paths, part -> true).forEach(this::delete);
  }

  private void delete(Path directory) {
    try {
      Contents.delete(directory);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private Set<Path> runs(Set<String> paths) {
    return paths.stream()
        .map(path -> place(path).getParent())
        .filter(run -> !run.equals(place))
        .collect(Collectors.toSet());
  }

  /** Writes a file that appears whole. */
  private void write(String name, Content content) {
    final Path target = place.resolve(name);
    try {
      ResultWriter.replace(
          target,
          growing -> {
            try (Writer text = Files.newBufferedWriter(growing, StandardCharsets.UTF_8)) {
              content.writeTo(text);
            }
            return growing;
          });
    } catch (IOException e) {
      throw Reason.unwritten(target, e);
    }
  }

  /** Intended content of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(Writer text) throws IOException;
  }

  private EnvironmentException failure(IOException e) {
    return new EnvironmentException("cannot change " + place + ": " + Reason.of(e), e);
  }

  /** Returns the valid stored points of the study. */
  public List<StoredPoint> stored(List<Point> points) {
    return points.stream()
        .flatMap(point -> StoredPoint.find(point, place(point.path())).stream())
        .toList();
  }

  /**
   * Removes the directory if it is new, contains only files of this study, and no point has a
   * checkpoint.
   */
  public void discard() {
    try {
      if (created && Contents.foreignBelow(place) == null && !Contents.hasCheckpoints(place)) {
        Contents.delete(place);
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
