package io.hopwright.runner.recording;

import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.copies.CopyLabel;
import io.hopwright.partition.copies.CopySink;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Copies of checkpoints on the disk of this computer. Each run has a directory of the same form as
 * its own checkpoints, so that it can be resumed there.
 *
 * <p>The copies of a name belong to the first process that writes or has some, until it ends or the
 * run does: runs of the same name at the same time cannot replace each other's copies.
 */
public final class KeptCopies implements CopyKeeper, AutoCloseable {
  private static final String OPTION = "--copies-in";

  /** Suffix of the lock of the process that keeps copies of a name. */
  private static final String KEEPER = ".keeper";

  private final Path directory;
  private final Function<String, Path> places;

  /** Locks of the names whose copies this process keeps. */
  private final Map<String, DirectoryLock> locks = new HashMap<>();

  private KeptCopies(Path directory, Function<String, Path> places) {
    this.directory = directory;
    this.places = places;
  }

  /**
   * Returns the copies in a directory, which is created.
   *
   * @throws RuntimeException if it cannot be written
   */
  public static KeptCopies in(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw Reason.unwritable(OPTION, directory, e);
    }
    return new KeptCopies(directory, directory::resolve);
  }

  /** Returns the place of one run whose checkpoint is received from another member. */
  public static KeptCopies at(Path place) {
    return new KeptCopies(null, name -> place);
  }

  @Override
  public boolean keeps() {
    return directory != null;
  }

  @Override
  public List<Kept> kept() {
    final List<Kept> kept = new ArrayList<>();
    if (directory == null) {
      return kept;
    }
    try {
      for (Path run : Contents.list(directory)) {
        final String name = CheckpointStore.runOf(run);
        if (name != null && CopyLabel.isName(name)) {
          for (Path checkpoint : CheckpointStore.complete(run)) {
            StoredDocument.find(checkpoint.resolve(CheckpointStore.DOCUMENT))
                .ifPresent(document -> kept.add(kept(name, checkpoint, document)));
          }
        }
      }
    } catch (IOException e) {
      // What cannot be read is not kept; a copy that is written reports the reason.
    }
    return kept;
  }

  private static Kept kept(String name, Path checkpoint, StoredDocument document) {
    return new Kept(
        name,
        String.valueOf(document.value(StoredCheckpoint.RUN)),
        Long.parseLong(checkpoint.getFileName().toString()),
        millis(String.valueOf(document.value(RunCheckpoints.WRITTEN))));
  }

  private static long millis(String instant) {
    try {
      return Math.max(0, Instant.parse(instant).toEpochMilli());
    } catch (DateTimeException e) {
      return 0;
    }
  }

  private Path place(String name) throws IOException {
    if (!CopyLabel.isName(name)) {
      throw new IOException("the name of the run is invalid");
    }
    return places.apply(name);
  }

  /**
   * Reserves the copies of a name for this process.
   *
   * @throws EnvironmentException if they are those of another process
   */
  private synchronized void reserve(String name) throws IOException {
    if (directory == null || locks.containsKey(name)) {
      return;
    }
    final Path copies = CheckpointStore.beside(place(name));
    try {
      locks.put(name, DirectoryLock.of(copies, directory.resolve("." + name + KEEPER)));
    } catch (EnvironmentException e) {
      throw new EnvironmentException(
          "another worker keeps copies named "
              + name
              + ": "
              + e.getMessage()
              + " of copies, or end --out with another name",
          e);
    }
  }

  private synchronized void release(String name) throws IOException {
    final DirectoryLock lock = locks.remove(name);
    if (lock != null) {
      lock.close();
    }
  }

  @Override
  public boolean has(CopyLabel label) throws IOException {
    final Path complete =
        CheckpointStore.beside(place(label.name()))
            .resolve(Long.toString(label.tick()))
            .resolve(CheckpointStore.COMPLETE);
    if (!Files.exists(complete)
        || !Files.readString(complete, StandardCharsets.ISO_8859_1).equals(label.sha256())) {
      return false;
    }
    try {
      reserve(label.name());
    } catch (EnvironmentException e) {
      // Another worker of the same run has written it here.
    }
    return true;
  }

  @Override
  public CopySink begin(CopyLabel label) throws IOException {
    reserve(label.name());
    final CheckpointStore store = CheckpointStore.open(place(label.name()), OPTION);
    try {
      return store.beginCopy(label);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public CopySource open(String name, long tick) throws IOException {
    return CopiedFiles.of(CheckpointStore.beside(place(name)).resolve(Long.toString(tick)), name);
  }

  @Override
  public void remove(String name) throws IOException {
    final Path place = place(name);
    if (CheckpointStore.exists(place)) {
      reserve(name);
      try (CheckpointStore store = CheckpointStore.open(place)) {
        store.removeAll();
      }
    }
    release(name);
  }

  /** Lets other processes write copies with the names that this object has used. */
  @Override
  public synchronized void close() {
    for (String name : List.copyOf(locks.keySet())) {
      try {
        release(name);
      } catch (IOException e) {
        // The lock ends with the process.
      }
    }
  }
}
