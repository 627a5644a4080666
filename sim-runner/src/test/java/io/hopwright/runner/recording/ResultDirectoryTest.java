package io.hopwright.runner.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.command.Tree;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultDirectoryTest {
  @TempDir private Path directory;

  private static void publish(Path place, String name, boolean complete) {
    try (ResultDirectory result = ResultDirectory.prepare(place)) {
      final ResultWriter writer = new ResultWriter(result.growing());
      writer.json("summary.json", Map.of("name", name));
      writer.manifest(complete ? Map.of("a", 1) : Map.of("interrupted", true));
      result.publish(complete);
    }
  }

  private static String summary(Path place) throws IOException {
    return Files.readString(place.resolve("summary.json"));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldAppearWhole() throws IOException {
    final Path place = directory.resolve("runs/a");
    try (ResultDirectory result = ResultDirectory.prepare(place)) {
      new ResultWriter(result.growing()).manifest(Map.of());
      assertFalse(Files.exists(place));
      assertEquals(place, result.publish(true));
    }
    assertTrue(Files.exists(place.resolve("manifest.json")));
    assertEquals(List.of("runs"), names());
  }

  @Test
  void shouldLeaveNothingOfWhatWasNotPublished() throws IOException {
    publish(directory.resolve("a"), "old", true);
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      new ResultWriter(result.growing()).json("summary.json", Map.of());
    }
    assertEquals(List.of("a"), names());
    assertTrue(summary(directory.resolve("a")).contains("old"));
  }

  @Test
  void shouldRefuseAPlaceAtWhichAnotherRunIsAtWork() throws IOException {
    final Path place = directory.resolve("a");
    try (ResultDirectory first = ResultDirectory.prepare(place)) {
      final String message =
          assertThrows(EnvironmentException.class, () -> ResultDirectory.prepare(place))
              .getMessage();
      assertTrue(message.contains("in use by another run of this process"), message);
      new ResultWriter(first.growing()).manifest(Map.of());
      first.publish(true);
    }
    publish(place, "new", true);
    assertTrue(summary(place).contains("new"));
  }

  private void publishWithTable() {
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      final ResultWriter writer = new ResultWriter(result.growing());
      writer.json("links-by-whole.csv", Map.of());
      writer.json("summary.json", Map.of("name", "old"));
      writer.json("histograms/latency.hlog", Map.of());
      writer.manifest(Map.of("a", 1));
      result.publish(true);
    }
  }

  @Test
  void shouldReplaceAResultWithTables() throws IOException {
    publishWithTable();
    publish(directory.resolve("a"), "new", true);
    assertTrue(summary(directory.resolve("a")).contains("new"));
    assertFalse(Files.exists(directory.resolve("a/links-by-whole.csv")));
  }

  @Test
  void shouldReplaceAnEarlierResultByACompleteOne() throws IOException {
    publish(directory.resolve("a"), "old", true);
    publish(directory.resolve("a"), "new", true);
    assertTrue(summary(directory.resolve("a")).contains("new"));
    assertEquals(List.of("a"), names());
  }

  @Test
  void shouldNotReplaceACompleteResultByAnInterruptedOne() throws IOException {
    publish(directory.resolve("a"), "old", true);
    publish(directory.resolve("a"), "new", false);
    assertTrue(summary(directory.resolve("a")).contains("old"));
    assertTrue(summary(directory.resolve("a-interrupted")).contains("new"));
    publish(directory.resolve("a"), "newer", false);
    assertTrue(summary(directory.resolve("a-interrupted")).contains("newer"));
  }

  @Test
  void shouldReplaceAnInterruptedResult() throws IOException {
    publish(directory.resolve("a"), "old", false);
    publish(directory.resolve("a"), "new", false);
    assertTrue(summary(directory.resolve("a")).contains("new"));
    publish(directory.resolve("a"), "newer", true);
    assertTrue(summary(directory.resolve("a")).contains("newer"));
    assertEquals(List.of("a"), names());
  }

  @Test
  void shouldRefuseAPlaceAtOrBelowAFile() throws IOException {
    Files.writeString(directory.resolve("file"), "x");
    for (String place : List.of("file", "file/a", "file/a/b")) {
      final String message =
          assertThrows(
                  InputException.class, () -> ResultDirectory.prepare(directory.resolve(place)))
              .getMessage();
      assertTrue(message.contains("file is a file"), message);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit.csv",
        "points.csv",
        "means.csv",
        "report.html",
        "verdicts.json",
        "waiting.txt",
        ".lock",
        "histograms/mine.hlog",
        "variant/summary.json"
      })
  void shouldNotReplaceWhatTheManifestDoesNotName(String name) throws IOException {
    publishWithTable();
    if (name.startsWith("variant")) {
      publish(directory.resolve("a/variant"), "mine", true);
    } else {
      Files.writeString(directory.resolve("a").resolve(name), "{}");
    }
    final SortedMap<String, String> before = Tree.of(directory);
    final String message =
        assertThrows(InputException.class, () -> ResultDirectory.prepare(directory.resolve("a")))
            .getMessage();
    final Path foreign = directory.resolve("a").resolve(name.replaceFirst("variant/.*", "variant"));
    assertTrue(message.contains(foreign + " is not part of a result"), message);
    assertEquals(before, Tree.of(directory));
  }

  @Test
  void shouldNotReplaceWhatCameWhileItRan() throws IOException {
    publishWithTable();
    final Path fit = directory.resolve("a/fit.csv");
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      new ResultWriter(result.growing()).manifest(Map.of("a", 2));
      Files.writeString(fit, "mine");
      assertThrows(EnvironmentException.class, () -> result.publish(true));
    }
    assertEquals("mine", Files.readString(fit));
    assertTrue(summary(directory.resolve("a")).contains("old"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "{}", ""})
  void shouldNotTakeTablesForItsOwnIfTheManifestIsDamaged(String manifest) throws IOException {
    publishWithTable();
    Files.writeString(directory.resolve("a/manifest.json"), manifest);
    final Path table = directory.resolve("a/links-by-whole.csv");
    final String message =
        assertThrows(InputException.class, () -> ResultDirectory.prepare(directory.resolve("a")))
            .getMessage();
    assertTrue(message.contains(table + " is not part of a result"), message);
    Files.delete(table);
    publish(directory.resolve("a"), "new", true);
    assertTrue(summary(directory.resolve("a")).contains("new"));
  }

  @Test
  void shouldNeverReplaceAnythingButResults() throws IOException {
    final Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(other.resolve("thesis.tex"), "x");
    final String itself =
        assertThrows(InputException.class, () -> ResultDirectory.prepare(other)).getMessage();
    assertEquals(
        "--out "
            + other
            + ": not replaced, as has no manifest.json and so is not a result; name another"
            + " directory",
        itself);
    publish(directory.resolve("a"), "old", true);
    final Path notes = Files.writeString(directory.resolve("a/notes.txt"), "x");
    final String message =
        assertThrows(InputException.class, () -> ResultDirectory.prepare(directory.resolve("a")))
            .getMessage();
    assertTrue(message.contains(notes + " is not part of a result"), message);
    assertTrue(Files.exists(notes));
  }

  @Test
  void shouldRemoveWhatKilledProcessesLeft() throws IOException {
    final String prefix;
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      prefix = result.growing().toString().replaceFirst("\\d+$", "");
    }
    final long alive = ProcessHandle.allProcesses().findAny().orElseThrow().pid();
    final Path dead = Files.createDirectory(Path.of(prefix + Integer.MAX_VALUE));
    Files.writeString(dead.resolve("summary.json"), "x");
    final Path growing = Files.createDirectory(Path.of(prefix + alive));
    final Path elsewhere = Files.createDirectory(directory.resolve(".a.partial-far-2147483647"));
    ResultDirectory.prepare(directory.resolve("a")).close();
    assertFalse(Files.exists(dead));
    assertTrue(Files.exists(growing), "the process lives");
    assertTrue(Files.exists(elsewhere), "the process is another computer's");
  }

  /** The process was killed between two renames, or directly after them. */
  @Test
  void shouldPutBackWhatAKilledProcessWasAboutToReplace() throws IOException {
    publish(directory.resolve("a"), "old", true);
    final Path left = directory.resolve(".a.old-" + Integer.MAX_VALUE);
    Files.move(directory.resolve("a"), left);
    ResultDirectory.prepare(directory.resolve("a")).close();
    assertTrue(summary(directory.resolve("a")).contains("old"));
    assertEquals(List.of("a"), names());
    Files.createDirectory(left);
    ResultDirectory.prepare(directory.resolve("a")).close();
    assertTrue(summary(directory.resolve("a")).contains("old"));
    assertEquals(List.of("a"), names());
  }

  @Test
  void shouldPutBackAPointThatAKilledProcessWasAboutToReplace() throws IOException {
    final Path point = directory.resolve("b/load=0.2");
    Files.createDirectory(directory.resolve("b"));
    publish(point, "old", true);
    final Path left = point.resolveSibling(".load=0.2.old-" + Integer.MAX_VALUE);
    Files.move(point, left);
    Contents.clear(left);
    assertTrue(summary(point).contains("old"));
    assertFalse(Files.exists(left));
  }

  /** Two processes in different containers may have the same number. */
  @Test
  void shouldTellProcessesOfContainersApart() throws IOException {
    final Path namespace = Path.of("/proc/self/ns/pid");
    Assumptions.assumeTrue(Files.isSymbolicLink(namespace), "not Linux");
    final String number = Files.readSymbolicLink(namespace).toString().replaceAll("\\D", "");
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      final String name = result.growing().getFileName().toString();
      assertTrue(name.contains(number + "-" + ProcessHandle.current().pid()), name);
    }
  }

  @Test
  void shouldKeepWhatIsToBeLeftFromBeingRemoved() throws IOException {
    final Path kept;
    try (ResultDirectory result = ResultDirectory.prepare(directory.resolve("a"))) {
      kept = result.leave();
    }
    ResultDirectory.prepare(directory.resolve("a")).close();
    assertTrue(Files.exists(kept));
    assertFalse(kept.getFileName().toString().contains("partial"), kept.toString());
  }

  @Test
  void shouldSayThatALinkLeadsNowhere() throws IOException {
    final Path link = Files.createSymbolicLink(directory.resolve("a"), Path.of("gone"));
    final String message =
        assertThrows(InputException.class, () -> ResultDirectory.prepare(link)).getMessage();
    assertTrue(message.contains("a symbolic link to gone, which does not exist"), message);
  }

  @Test
  void shouldTakeAnEmptyDirectory() throws IOException {
    final Path empty = Files.createDirectory(directory.resolve("empty"));
    publish(empty, "new", false);
    assertTrue(summary(empty).contains("new"));
  }
}
