package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.Window;
import io.hopwright.partition.copies.CopyKeeper.Kept;
import io.hopwright.partition.copies.CopyLabel;
import io.hopwright.partition.copies.CopySink;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptCopiesTest {
  @TempDir private Path directory;
  private final Random random = new Random(1);
  private final List<String> warnings = new ArrayList<>();
  private KeptCopies copies;
  private Path place;

  @BeforeEach
  void prepare() {
    copies = KeptCopies.in(directory.resolve("copies"));
    place = directory.resolve("seed/run");
  }

  private StateImage state() {
    final byte[] bytes = new byte[random.nextInt(200_000)];
    random.nextBytes(bytes);
    return new StateImage(bytes);
  }

  /** Writes a checkpoint as the seed does, and returns its files. */
  private CopySource checkpoint(long tick, String run) throws IOException {
    final TreeMap<Integer, StateImage> states = new TreeMap<>(Map.of(0, state(), 1, state()));
    try (CheckpointStore store = CheckpointStore.open(place)) {
      store.write(
          new SavedRun(new Window(3, tick - 10, tick), states),
          run,
          Map.of("written", "1970-01-01T00:00:0" + tick / 1000 + "Z"));
      return store.toCopy(tick);
    }
  }

  private void copy(CopySource source) throws IOException {
    write(source, copies.begin(source.label()), -1);
  }

  /** Copies all files; flips one byte of one of them. */
  private static void write(CopySource source, CopySink sink, int damaged) throws IOException {
    try {
      for (int file = 0; file < source.label().fileBytes().size(); file++) {
        final byte[] bytes = source.open(file).readAllBytes();
        if (file == damaged) {
          bytes[bytes.length / 2] ^= 4;
        }
        try (OutputStream out = sink.create(file)) {
          out.write(bytes);
        }
      }
      sink.complete();
    } finally {
      sink.close();
    }
  }

  private Path copied(String name) {
    return directory.resolve("copies/" + name + ".checkpoints");
  }

  @Test
  void shouldKeepTheSameFiles() throws IOException {
    final CopySource source = checkpoint(5000, "a");
    assertFalse(copies.has(source.label()));
    copy(source);
    assertTrue(copies.has(source.label()));
    assertEquals(List.of(new Kept("run", "a", 5000, 5000)), copies.kept());
    for (Path file : Contents.list(CheckpointStore.beside(place).resolve("5000"))) {
      assertArrayEquals(
          Files.readAllBytes(file),
          Files.readAllBytes(copied("run").resolve("5000").resolve(file.getFileName())));
    }
    try (CheckpointStore store = CheckpointStore.open(directory.resolve("copies/run"))) {
      assertEquals(5000, store.newest(warnings::add).saved().tick());
    }
    assertEquals(List.of(), warnings);
  }

  /**
   * A keeper keeps the two newest, as the seed does; a run that begins anew replaces an older one.
   */
  @Test
  void shouldKeepTheTwoNewestOfTheNewestRun() throws IOException {
    copy(checkpoint(1000, "a"));
    copy(checkpoint(2000, "a"));
    copy(checkpoint(3000, "a"));
    assertEquals(List.of(2000L, 3000L), ticks());
    copy(checkpoint(500, "b"));
    assertEquals(List.of(500L), ticks());
    copies.remove("run");
    copies.remove("other");
    assertEquals(List.of(), copies.kept());
    assertFalse(Files.exists(copied("run")));
  }

  private List<Long> ticks() {
    return copies.kept().stream().map(Kept::tick).sorted().toList();
  }

  @Test
  void shouldRefuseDamagedFilesAndKeepWhatIsThere() throws IOException {
    copy(checkpoint(1000, "a"));
    final CopySource source = checkpoint(2000, "a");
    for (int file = 0; file < 3; file++) {
      final CopySink sink = copies.begin(source.label());
      final int damaged = file;
      assertThrows(IOException.class, () -> write(source, sink, damaged));
      assertEquals(List.of(1000L), ticks());
      assertFalse(Files.exists(copied("run").resolve(".2000")));
    }
    copy(source);
    assertEquals(List.of(1000L, 2000L), ticks());
  }

  @Test
  void shouldRefuseADescriptionOfAnotherTick() throws IOException {
    final CopySource source = checkpoint(2000, "a");
    final CopyLabel label = source.label();
    final CopySink sink =
        copies.begin(new CopyLabel(label.name(), 3000, label.sha256(), label.fileBytes()));
    assertThrows(IOException.class, () -> write(source, sink, -1));
    assertEquals(List.of(), copies.kept());
  }

  @Test
  void shouldLeaveNothingOfACopyThatIsNotComplete() throws IOException {
    final CopySource source = checkpoint(2000, "a");
    final CopySink sink = copies.begin(source.label());
    try (OutputStream out = sink.create(0)) {
      out.write(7);
    }
    sink.close();
    assertFalse(Files.exists(copied("run")));
  }

  /** Otherwise each incomplete copy of a killed process would stay forever. */
  @Test
  void shouldRemoveWhatAKilledProcessHasLeft() throws IOException {
    Files.createDirectories(copied("run").resolve(".1000"));
    Files.writeString(copied("run").resolve(".1000/COMPLETE"), "", StandardCharsets.UTF_8);
    copy(checkpoint(2000, "a"));
    assertEquals(List.of(2000L), ticks());
    copies.remove("run");
    assertFalse(Files.exists(copied("run")));
  }

  @Test
  void shouldRefuseADirectoryThatIsInUse() throws IOException {
    final CopySource source = checkpoint(2000, "a");
    try (CheckpointStore other = CheckpointStore.open(directory.resolve("copies/run"))) {
      assertThrows(EnvironmentException.class, () -> copies.begin(source.label()));
      assertEquals(List.of(), copies.kept());
      other.removeAll();
    }
    copy(source);
    assertEquals(List.of(2000L), ticks());
  }

  /** Two workers serve different runs at the same time, whose results have the same name. */
  @Test
  void shouldRefuseAnotherRunOfTheSameNameWhileOneIsKept() throws IOException {
    copy(checkpoint(1000, "a"));
    place = directory.resolve("elsewhere/run");
    final CopySource other = checkpoint(2000, "b");
    try (KeptCopies second = KeptCopies.in(directory.resolve("copies"))) {
      final EnvironmentException failure =
          assertThrows(EnvironmentException.class, () -> second.begin(other.label()));
      assertTrue(failure.getMessage().contains("copies named run"), failure.getMessage());
      assertTrue(
          failure.getMessage().contains("process " + ProcessHandle.current().pid()),
          failure.getMessage());
      assertThrows(EnvironmentException.class, () -> second.remove("run"));
    }
    assertEquals(List.of(new Kept("run", "a", 1000, 1000)), copies.kept());
    copies.close();
    try (KeptCopies second = KeptCopies.in(directory.resolve("copies"))) {
      write(other, second.begin(other.label()), -1);
      assertThrows(EnvironmentException.class, () -> copies.begin(other.label()));
      second.remove("run");
      copy(other);
    }
    assertEquals(List.of(2000L), ticks());
  }

  /** Two workers of one run share a directory. */
  @Test
  void shouldHaveWhatAnotherWorkerOfTheRunHasWritten() throws IOException {
    final CopySource source = checkpoint(1000, "a");
    copy(source);
    try (KeptCopies second = KeptCopies.in(directory.resolve("copies"))) {
      assertTrue(second.has(source.label()));
      copies.remove("run");
      second.remove("run");
    }
    assertEquals(List.of(), Contents.list(directory.resolve("copies")));
  }

  @Test
  void shouldNeverLeaveItsDirectory() {
    assertThrows(IOException.class, () -> copies.open("../seed/run", 1000));
    assertThrows(IOException.class, () -> copies.remove(".."));
  }

  @Test
  void shouldNameTheOptionOfADirectoryThatCannotBeWritten() throws IOException {
    final Path file = Files.writeString(directory.resolve("f"), "", StandardCharsets.UTF_8);
    final InputException failure =
        assertThrows(InputException.class, () -> KeptCopies.in(file.resolve("d")));
    assertTrue(failure.getMessage().startsWith("--copies-in "), failure.getMessage());
  }
}
