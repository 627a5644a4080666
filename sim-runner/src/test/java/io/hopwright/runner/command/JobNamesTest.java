package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.models.Machines;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and numbers whose names a study completes. */
class JobNamesTest {
  @TempDir private Path directory;

  private static Program.Outcome execute(String... words) {
    return new Program().execute(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs.place", "jobs.*.place", "jobs.halo.place", "place"})
  void shouldExplainAKeyByAnyNameOfIt(String name) throws Exception {
    final JsonNode key = execute("explain", name, "--json").json();
    assertEquals(1, key.findValuesAsText("key").size(), key::toString);
    assertEquals("jobs.*.place", key.at("/0/key").asText());
    assertTrue(key.at("/0/words/round-robin").asText().contains("in turn"), key::toString);
  }

  @ParameterizedTest
  @CsvSource({"jobs, 13", "jobs.halo, 13", "jobs.halo.compute, 2", "jobs.halo.args.n, 1"})
  void shouldExplainASection(String name, int keys) throws Exception {
    assertEquals(keys, execute("explain", name, "--json").json().findValuesAsText("key").size());
  }

  @ParameterizedTest
  @CsvSource({
    "jobs.makespanTicks.halo, jobs.makespanTicks",
    "jobs.share.network.halo, jobs.share.network",
    "jobs.messageLatencyTicks.halo, jobs.messageLatencyTicks.JOB",
    "jobs.messageLatencyTicks.halo.mean, jobs.messageLatencyTicks.JOB"
  })
  void shouldExplainTheNumberOfAJob(String name, String metric) throws Exception {
    final Program.Outcome outcome =
        new Program().execute(Machines.all(), "explain", name, "--json");
    assertEquals(List.of(metric), outcome.json().findValuesAsText("metric"), outcome.err());
  }

  @Test
  void shouldExplainWhatAValueIs() {
    final String text = execute("explain", "jobs").out();
    for (String part :
        List.of(
            "jobs.*.program\n",
            "halo-3d: ",
            "0 s to 9000 s",
            "a number, a size or a time, as in 40, 12 KiB or 250 us")) {
      assertTrue(text.contains(part), part);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hopwright run x --set jobs.halo.place=rou | round-robin",
        "hopwright run x --set jobs.halo.background=t | true",
        "hopwright run x --set jobs.halo.program=halo-3 | halo-3d",
        "hopwright run x --set collectives.bcast=bin | binomial",
        "hopwright explain jobs.pl | jobs.place jobs.placeFile"
      })
  void shouldCompleteInBash(String line, String expected) throws Exception {
    assumeTrue(Bash.isThere(), "no bash");
    final String script = execute("completion").out();
    assertEquals(List.of(expected.split(" ")), Bash.complete(script, directory, line));
  }
}
