package io.hopwright.runner.recording;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.SavedRun;
import io.hopwright.partition.copies.CopyLabel;
import io.hopwright.partition.copies.CopySink;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Checkpoints of one run, in a directory beside that of its result: {@code RUN.checkpoints/TICK}.
 * Each is written in a hidden directory and becomes visible, complete, by a rename. The two newest
 * are kept. Only one process at a time uses the directory.
 */
public final class CheckpointStore implements AutoCloseable {
  static final String DOCUMENT = "run.json";

  /**
   * Name of the last file, with the SHA-256 of {@link #DOCUMENT}, which has those of the others.
   */
  static final String COMPLETE = "COMPLETE";

  static final String SUFFIX = ".checkpoints";

  /** Number of checkpoints that are kept; while one is written there is another one. */
  public static final int KEPT = 2;

  private static final long NONE = -1;
  private static final Pattern GROWING = Pattern.compile("\\.\\d{1,19}");
  private static final Pattern TICK = Pattern.compile("\\d{1,19}");

  private final Path place;
  private final Path directory;
  private final DirectoryLock lock;

  /** Tick of the checkpoint that grows and has states already; {@link #NONE} for none. */
  private long keptTick = NONE;

  private CheckpointStore(Path place, Path directory, DirectoryLock lock) {
    this.place = place;
    this.directory = directory;
    this.lock = lock;
  }

  /** Returns the place of the checkpoints of a run whose result goes to {@code place}. */
  public static Path beside(Path place) {
    final Path target = place.toAbsolutePath().normalize();
    return target.resolveSibling(target.getFileName() + SUFFIX);
  }

  /** Returns whether there may be checkpoints of a run whose result goes to {@code place}. */
  public static boolean exists(Path place) {
    return Files.isDirectory(beside(place));
  }

  /**
   * Opens the checkpoints of a run whose result goes to {@code place}.
   *
   * @throws EnvironmentException if another process uses them, or they cannot be written
   */
  public static CheckpointStore open(Path place) {
    return open(place, "--out");
  }

  /**
   * Opens the checkpoints of a run whose result goes to {@code place}.
   *
   * @param option option that names the place, for messages
   * @throws EnvironmentException if another process has them, or they cannot be written
   */
  static CheckpointStore open(Path place, String option) {
    final Path directory = beside(place);
    try {
      Files.createDirectories(directory);
      final DirectoryLock lock = DirectoryLock.of(directory);
      removeRemains(directory);
      return new CheckpointStore(place, directory, lock);
    } catch (IOException e) {
      throw Reason.unwritable(option, directory, e);
    }
  }

  /** Removes what processes that were killed have left of checkpoints that grew. */
  private static void removeRemains(Path directory) throws IOException {
    for (Path each : Contents.list(directory)) {
      if (GROWING.matcher(each.getFileName().toString()).matches()) {
        clear(each);
      }
    }
  }

  /** Returns whether there is a complete checkpoint of a run whose result goes to a place. */
  public static boolean hasComplete(Path place) {
    try {
      return exists(place) && !complete(beside(place)).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the name of the run whose checkpoints a directory has, null for another directory. */
  static String runOf(Path directory) {
    final String name = directory.getFileName().toString();
    return name.endsWith(SUFFIX) && Files.isDirectory(directory)
        ? name.substring(0, name.length() - SUFFIX.length())
        : null;
  }

  /** Returns where the result of the run goes. */
  Path place() {
    return place;
  }

  /**
   * Returns the newest complete and undamaged checkpoint.
   *
   * @param warnings receives the damage of newer ones
   * @throws InputException if all are missing or damaged
   */
  public StoredCheckpoint newest(Consumer<String> warnings) {
    return newest(warnings, checkpoint -> true)
        .orElseThrow(
            () ->
                new InputException(
                    directory
                        + ": has no complete checkpoint. Simulate the run from its beginning."));
  }

  /**
   * Returns the newest complete and undamaged checkpoint of a run.
   *
   * @param run its identity
   * @param warnings receives the damage of newer ones
   */
  public Optional<StoredCheckpoint> newestOf(String run, Consumer<String> warnings) {
    return newest(warnings, checkpoint -> checkpoint.run().equals(run));
  }

  /**
   * Returns the newest complete and undamaged checkpoint that satisfies a test.
   *
   * @param warnings receives the damage of newer ones
   */
  public Optional<StoredCheckpoint> newest(
      Consumer<String> warnings, Predicate<StoredCheckpoint> wanted) {
    try {
      for (Path each : complete(directory)) {
        try {
          final StoredCheckpoint checkpoint = StoredCheckpoint.read(each);
          if (wanted.test(checkpoint)) {
            return Optional.of(checkpoint);
          }
        } catch (IOException e) {
          warnings.accept(
              "checkpoint %s: %s; an older one is used if available".formatted(each, Reason.of(e)));
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + directory + ": " + Reason.of(e), e);
    }
    return Optional.empty();
  }

  /** Returns the complete checkpoints, newest first. */
  static List<Path> complete(Path directory) throws IOException {
    final List<Path> complete = new ArrayList<>();
    for (Path each : Contents.list(directory)) {
      if (TICK.matcher(each.getFileName().toString()).matches()
          && Files.exists(each.resolve(COMPLETE))) {
        complete.add(each);
      }
    }
    complete.sort(Comparator.comparing(CheckpointStore::written).reversed());
    return complete;
  }

  private static FileTime written(Path checkpoint) {
    try {
      return Files.getLastModifiedTime(checkpoint.resolve(COMPLETE));
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  /**
   * Writes the state of a partition of a checkpoint that is not complete yet.
   *
   * @return the same state, which takes no memory
   */
  synchronized StateImage keep(long tick, int partition, StateImage state) throws IOException {
    final Path file = growing(tick).resolve(StoredCheckpoint.file(partition));
    try {
      if (tick != keptTick) {
        discardKept();
        begin(tick);
        keptTick = tick;
      }
      StateFile.write(file, state);
    } catch (IOException e) {
      discardKept();
      throw e;
    }
    return StoredCheckpoint.stored(file, state.bytes(), state.digest());
  }

  private Path growing(long tick) {
    return directory.resolve("." + tick);
  }

  private void begin(long tick) throws IOException {
    Contents.delete(growing(tick));
    Files.createDirectory(growing(tick));
  }

  /** Removes the states of a checkpoint that was never complete. */
  private void discardKept() {
    if (keptTick != NONE) {
      clear(growing(keptTick));
      keptTick = NONE;
    }
  }

  /**
   * Writes a checkpoint, and removes those that are not needed any more.
   *
   * @param run identity of the run; checkpoints of other runs are removed
   * @param entries about the run
   */
  synchronized void write(SavedRun saved, String run, Map<String, Object> entries)
      throws IOException {
    final Path target = visible(saved.tick());
    final Path growing = growing(saved.tick());
    try {
      if (keptTick == saved.tick()) {
        keptTick = NONE;
      } else {
        begin(saved.tick());
      }
      for (Map.Entry<Integer, StateImage> state : saved.states().entrySet()) {
        final Path file = growing.resolve(StoredCheckpoint.file(state.getKey()));
        if (!Files.exists(file)) {
          StateFile.write(file, state.getValue());
        }
      }
      final Map<String, Object> document = StoredCheckpoint.entries(saved);
      document.put(StoredCheckpoint.RUN, run);
      document.putAll(entries);
      write(growing.resolve(DOCUMENT), Json.text(document));
      write(growing.resolve(COMPLETE), Hashes.of(growing.resolve(DOCUMENT)));
      publish(growing, target);
    } catch (IOException e) {
      clear(growing);
      throw e;
    }
    removeOld(run);
  }

  private Path visible(long tick) {
    return directory.resolve(Long.toString(tick));
  }

  /** Makes a checkpoint visible whose files are complete. */
  private void publish(Path growing, Path target) throws IOException {
    sync(growing);
    Contents.delete(target);
    Files.move(growing, target, StandardCopyOption.ATOMIC_MOVE);
    sync(directory);
  }

  /** Returns a complete checkpoint, to be copied to other members. */
  CopySource toCopy(long tick) throws IOException {
    return CopiedFiles.of(visible(tick), CheckpointCopies.name(place));
  }

  /** Begins a copy of a checkpoint of another computer, with which this store is closed. */
  CopySink beginCopy(CopyLabel label) throws IOException {
    begin(label.tick());
    return new Copy(label, growing(label.tick()));
  }

  /** Copy that grows. */
  private final class Copy implements CopySink {
    private final CopyLabel label;
    private final Path growing;

    Copy(CopyLabel label, Path growing) {
      this.label = label;
      this.growing = growing;
    }

    @Override
    public OutputStream create(int file) throws IOException {
      return Files.newOutputStream(
          growing.resolve(CopiedFiles.name(label, file)),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE);
    }

    @Override
    public void complete() throws IOException {
      for (int file = 0; file < label.fileBytes().size(); file++) {
        sync(growing.resolve(CopiedFiles.name(label, file)));
      }
      write(growing.resolve(COMPLETE), label.sha256());
      final StoredCheckpoint copy = StoredCheckpoint.read(growing);
      if (copy.saved().tick() != label.tick()) {
        throw new IOException("run.json is of tick " + copy.saved().tick());
      }
      publish(growing, visible(label.tick()));
      removeOld(copy.run());
    }

    @Override
    public void close() {
      clear(growing);
      CheckpointStore.this.close();
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
    sync(file);
  }

  private static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void clear(Path growing) {
    try {
      Contents.delete(growing);
    } catch (IOException e) {
      // What could not be written may not be removable either; the next checkpoint tries again.
    }
  }

  private void removeOld(String run) throws IOException {
    int kept = 0;
    for (Path each : complete(directory)) {
      final boolean own =
          StoredDocument.find(each.resolve(DOCUMENT))
              .filter(document -> run.equals(document.value(StoredCheckpoint.RUN)))
              .isPresent();
      kept += own ? 1 : 0;
      if (!own || kept > KEPT) {
        Contents.delete(each);
      }
    }
  }

  /** Removes all checkpoints after the end of the run. */
  public void removeAll() {
    try {
      for (Path each : complete(directory)) {
        Contents.delete(each);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot remove " + directory + ": " + Reason.of(e), e);
    }
  }

  /** Releases the directory for other processes; removes it if it is empty. */
  @Override
  public synchronized void close() {
    discardKept();
    try {
      lock.close();
      if (Contents.isEmpty(directory)) {
        Files.delete(directory);
      }
    } catch (IOException e) {
      // An empty directory does no harm, and the run must not lose its result for it.
    }
  }
}
