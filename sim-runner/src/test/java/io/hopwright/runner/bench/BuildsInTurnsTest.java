package io.hopwright.runner.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparison of builds that are scripts, which report the number of their calls. */
class BuildsInTurnsTest {
  @TempDir private Path directory;

  /** Returns a build that is faster by {@code step} at each call, and records its calls. */
  private BuildProcess build(String name, int base, int step, String digest) throws IOException {
    final Path folder = Files.createDirectories(directory.resolve(name));
    final Path launcher = folder.resolve("hopwright");
    final String text =
        """
        #!/usr/bin/env bash
        cd "%s"
        echo "%s $1" >> calls
        if [[ $1 == sweep ]]; then
          echo '{"points": [{"path": "a", "digest": "1"}, {"path": "b", "digest": "%s"}]}'
        elif [[ $1 == run ]]; then
          echo '{"study": "one", "digest": "%s"}'
        elif [[ $1 == bench ]]; then
          speed=$((%d + %d * $(grep -c "%s bench" calls)))
          echo '[{"run": "a", "shape": "4", "threads": 1, "jvms": 1, "packetHopsPerCpuSecond": '$speed'},'
          echo '{"run": "%s", "shape": "4", "threads": 1, "jvms": 2, "packetHopsPerSecond": 7}]'
        elif [[ $1 == text ]]; then
          echo 'a table'
        else
          exit 3
        fi
        """
            .formatted(directory, name, digest, digest, base, step, name, name);
    Files.writeString(launcher, text);
    assertTrue(launcher.toFile().setExecutable(true));
    return BuildProcess.of(folder);
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(directory.resolve("calls"));
  }

  @Test
  void shouldTakeTurnsAndCompareWithinPairs() throws IOException {
    final BuildsInTurns builds =
        new BuildsInTurns(build("new", 100, 100, "2"), build("old", 0, 100, "2"));
    final List<Integer> pairs = new ArrayList<>();
    final List<Map<String, Object>> table = builds.measure(List.of("bench"), 3, pairs::add);
    assertEquals(List.of(1, 2, 3), pairs);
    assertEquals(
        List.of("new bench", "old bench", "old bench", "new bench", "new bench", "old bench"),
        calls());
    assertEquals(1, table.size(), "rows that both have");
    final Map<String, Object> row = table.get(0);
    // The times are 200, 300 and 400 against 100, 200 and 300.
    assertEquals(300.0, row.get("here"));
    assertEquals(200.0, row.get("there"));
    assertEquals(1.5, row.get("ratio"));
    assertEquals((4.0 / 3 + 1.5) / 2, (Double) row.get("lowerQuartile"), 1e-12);
    assertEquals(1.75, row.get("upperQuartile"));
    assertEquals(3, row.get("pairs"));
  }

  @Test
  void shouldFindPointsWithOtherDigests() throws IOException {
    final BuildProcess here = build("new", 1, 1, "2");
    assertEquals(
        List.of(), new BuildsInTurns(here, build("same", 1, 1, "2")).differences(List.of("sweep")));
    assertEquals(
        List.of("b: 2 here, 5 there"),
        new BuildsInTurns(here, build("other", 1, 1, "5")).differences(List.of("sweep")));
    assertEquals(
        List.of("one: 2 here, 5 there"),
        new BuildsInTurns(here, build("other", 1, 1, "5")).differences(List.of("run")));
  }

  @Test
  void shouldSayWhatFails() throws IOException {
    final BuildProcess build = build("new", 1, 1, "2");
    assertTrue(
        assertThrows(EnvironmentException.class, () -> build.answer(List.of("list")))
            .getMessage()
            .contains("ended with 3"));
    assertTrue(
        assertThrows(EnvironmentException.class, () -> build.answer(List.of("text")))
            .getMessage()
            .contains("did not answer in JSON"));
    assertThrows(InputException.class, () -> BuildProcess.of(directory.resolve("none")));
    build.stop();
    assertTrue(build.answer(List.of("bench")).isEmpty());
  }
}
