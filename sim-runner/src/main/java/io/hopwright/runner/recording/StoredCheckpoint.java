package io.hopwright.runner.recording;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Window;
import io.hopwright.runner.execution.KeptBaseline;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Hashes;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Complete checkpoint. States are read from their files each time they are used.
 *
 * @param directory its directory
 * @param document its {@code run.json}
 * @param saved state of the run
 */
public record StoredCheckpoint(Path directory, StoredDocument document, SavedRun saved) {
  static final String RUN = "run";

  /** Name of the entry that describes the run. */
  public static final String CONFIGURATION = "configuration";

  /** Name of the entry about the run that this one is a branch of. */
  public static final String BRANCHED_FROM = "branchedFrom";

  static final String PARTS = "parts";
  static final String BASELINE = "baseline";
  private static final String WINDOW = "window";
  static final String FILES = "files";
  private static final int HASH_CHARACTERS = 64;

  /** Returns the entries of {@code run.json} about a saved run and its files. */
  static Map<String, Object> entries(SavedRun saved) {
    final List<Object> files = new ArrayList<>();
    saved
        .states()
        .forEach(
            (index, state) ->
                files.add(
                    new JsonObject()
                        .with("partition", index)
                        .with("bytes", state.bytes())
                        .with("sha256", state.digest())));
    return new JsonObject()
        .with("tick", saved.tick())
        .with(
            WINDOW,
            new JsonObject()
                .with("number", saved.last().number())
                .with("fromTick", saved.last().fromTick())
                .with("toTick", saved.last().toTick()))
        .with(FILES, files);
  }

  /** Returns the name of the file with the state of a partition. */
  static String file(int partition) {
    return "partition-" + partition + ".state";
  }

  /**
   * Reads a checkpoint and checks that it is undamaged.
   *
   * @throws IOException with the damaged file and the damage
   */
  static StoredCheckpoint read(Path directory) throws IOException {
    final Path file = directory.resolve(CheckpointStore.DOCUMENT);
    requireAsWritten(file, directory.resolve(CheckpointStore.COMPLETE));
    final StoredDocument document =
        StoredDocument.find(file)
            .orElseThrow(() -> new IOException(file + " is missing or damaged"));
    try {
      final SortedMap<Integer, StateImage> states = new TreeMap<>();
      for (StoredDocument entry : document.list(FILES)) {
        final int index = (int) whole(entry, "partition");
        states.put(index, state(directory.resolve(file(index)), entry.text("sha256")));
      }
      final Window last =
          new Window(
              whole(document, WINDOW + ".number"),
              whole(document, WINDOW + ".fromTick"),
              whole(document, WINDOW + ".toTick"));
      return new StoredCheckpoint(directory, document, new SavedRun(last, states));
    } catch (InputException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static void requireAsWritten(Path file, Path complete) throws IOException {
    if (Files.size(complete) != HASH_CHARACTERS
        || !Hashes.of(file).equals(Files.readString(complete, StandardCharsets.ISO_8859_1))) {
      throw new IOException(file + " or " + complete.getFileName() + " is damaged");
    }
  }

  private static long whole(StoredDocument document, String path) throws IOException {
    return (long)
        document
            .number(path)
            .orElseThrow(() -> new IOException(document.file() + " has no entry " + path));
  }

  private static StateImage state(Path file, String sha256) throws IOException {
    return stored(file, bytes(file, sha256).length, sha256);
  }

  /** Returns a state that is read from its file whenever it is used. */
  static StateImage stored(Path file, int bytes, String sha256) {
    return new StateImage(bytes, () -> bytesAgain(file, sha256));
  }

  private static byte[] bytes(Path file, String sha256) throws IOException {
    final byte[] state;
    try {
      state = StateFile.read(file);
    } catch (IOException e) {
      throw new IOException(file + " " + Reason.of(e), e);
    }
    if (!Hashes.of(state).equals(sha256)) {
      throw new IOException(file + " is not the file that run.json names");
    }
    return state;
  }

  private static byte[] bytesAgain(Path file, String sha256) {
    try {
      return bytes(file, sha256);
    } catch (IOException e) {
      throw new EnvironmentException(
          "the checkpoint has changed since it was checked: " + e.getMessage(), e);
    }
  }

  /** Returns the study that describes the run, as text. */
  public String configuration() {
    return document.text(CONFIGURATION);
  }

  /** Returns the contention-free baseline of the run, if it has been simulated. */
  KeptBaseline baseline() {
    return new KeptBaseline(document.value(BASELINE) == null ? null : document.section(BASELINE));
  }

  /** Returns the identity of the run. */
  public String run() {
    return document.text(RUN);
  }

  /**
   * Returns this checkpoint as that of a new run with another end. The two runs do not share
   * checkpoints, nor the baseline of their jobs.
   *
   * @param branchedFrom place of the result of the original run; null if the new run replaces it
   */
  public StoredCheckpoint ofNewRun(Path branchedFrom) {
    final Map<String, Object> entries = new LinkedHashMap<>(document.content());
    entries.put(RUN, UUID.randomUUID().toString());
    entries.remove(BASELINE);
    if (branchedFrom != null) {
      entries.put(
          BRANCHED_FROM,
          new JsonObject()
              .with("run", branchedFrom.toString())
              .with("tick", saved.tick())
              .with(Format.CONFIG_SHA256, document.value(Format.CONFIG_SHA256)));
    }
    return new StoredCheckpoint(directory, new StoredDocument(document.file(), entries), saved);
  }

  /** Returns the parts in which the run was simulated before. */
  public List<Map<String, Object>> parts() {
    return document.list(PARTS).stream().map(StoredDocument::content).toList();
  }

  /**
   * Refuses a run to which this checkpoint does not belong.
   *
   * @param current entries of that run that must be the same
   * @throws InputException that names the first entry that differs, and both values
   */
  public void requireSame(Map<String, Object> current) {
    current.forEach(
        (name, value) -> {
          if (!String.valueOf(value).equals(String.valueOf(document.value(name)))) {
            throw new InputException(
                "%s: `%s` was %s when the checkpoint was taken and is %s now. Use the program that took it."
                    .formatted(directory, name, document.value(name), value));
          }
        });
  }
}
