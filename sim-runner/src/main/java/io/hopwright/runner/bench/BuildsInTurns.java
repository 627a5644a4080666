package io.hopwright.runner.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Measurement of two builds in turns. Confined to one thread, except for {@link #stop}. */
public final class BuildsInTurns {
  private final BuildProcess here;
  private final BuildProcess there;

  /** Creates the measurement of this build and another one. */
  public BuildsInTurns(BuildProcess here, BuildProcess there) {
    this.here = here;
    this.there = there;
  }

  /** Ends the command in progress, and prevents further ones. */
  public void stop() {
    here.stop();
    there.stop();
  }

  /** Returns whether the measurement was stopped. */
  public boolean isStopped() {
    return here.isStopped();
  }

  /**
   * Returns the points that the builds simulate differently, each with both digests.
   *
   * @param simulation command that simulates all points; its answer has their digests
   */
  public List<String> differences(List<String> simulation) {
    try {
      final Path folder = Files.createTempDirectory("hopwright-bench");
      try {
        final Optional<JsonNode> ours = here.answer(into(folder.resolve("here"), simulation));
        final Optional<JsonNode> others = there.answer(into(folder.resolve("there"), simulation));
        return isStopped()
            ? List.of()
            : BuildComparison.differences(ours.orElseThrow(), others.orElseThrow());
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot keep results meanwhile: " + e.getMessage(), e);
    }
  }

  private static List<String> into(Path folder, List<String> words) {
    final List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--out", folder.toString()));
    return all;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  /**
   * Measures pairs and returns the table of {@link BuildComparison}. The builds take turns in being
   * first, as the first may find the computer less busy.
   *
   * @param bench command that answers with its rows
   * @param next receives the number of each pair, from 1 on
   */
  public List<Map<String, Object>> measure(List<String> bench, int pairs, IntConsumer next) {
    final BuildComparison comparison = new BuildComparison();
    for (int pair = 1; pair <= pairs && !isStopped(); pair++) {
      next.accept(pair);
      final boolean turned = pair % 2 == 0;
      final Optional<JsonNode> first = (turned ? there : here).answer(bench);
      final Optional<JsonNode> second = (turned ? here : there).answer(bench);
      if (first.isPresent() && second.isPresent()) {
        comparison.add((turned ? second : first).get(), (turned ? first : second).get());
      }
    }
    return comparison.table();
  }
}
