package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.recording.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {
  private static final String STUDY =
      """
      machine { model = bluegene-l, shape = 4x2x2 }
      partition.shape = 2x2x2
      run { warmupTicks = 500, ticks = 2000, gridTicks = 500 }
      statistics.links = [link]
      runs {
        one { set.seed = 1 }
        two { set.seed = 2 }
        three { set.seed = 3 }
        other { set { seed = 1, workload.load = 0.2 } }
      }
      """;

  @TempDir private Path directory;

  private static Program.Outcome execute(String... arguments) {
    return new Program().execute(Machines.all(), arguments);
  }

  private Path simulate(String command, String name, String... settings) throws IOException {
    final Path study = Files.writeString(directory.resolve("s.conf"), STUDY);
    final List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(command, study.toString(), "--quiet", "--executor", "sequential"));
    arguments.addAll(List.of("--out", directory.resolve(name).toString()));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    final Program.Outcome outcome = execute(arguments.toArray(String[]::new));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return directory.resolve(name);
  }

  private static Program.Outcome compare(Path a, Path b, String... more) {
    final List<String> arguments = new ArrayList<>(List.of("compare", a.toString(), b.toString()));
    arguments.addAll(List.of(more));
    return execute(arguments.toArray(String[]::new));
  }

  private static void replace(Path file, String old, String text) throws IOException {
    final String before = Files.readString(file);
    assertTrue(before.contains(old), before);
    Files.writeString(file, before.replace(old, text));
    if (file.endsWith("manifest.json")) {
      Signature.seal(file);
    }
  }

  @Test
  void shouldAgreeWhateverTheSplit() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b", "partition.shape=4x2x2", "run.windowTicks=5");
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("digests agree"), outcome.out());
    assertTrue(outcome.out().contains("they agree"), outcome.out());
    final JsonNode json = compare(a, b, "--json").json();
    assertEquals("[4, 2, 2]", json.at("/points/0/config/partition.shape/b").asText());
    assertEquals("agree", json.at("/points/0/meaning").asText());
    assertEquals(0, json.at("/points/0/statistics").size());
  }

  @Test
  void shouldTellWhereRunsPart() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b", "workload.load=0.4", "seed=1");
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("no claim: one run of each"), outcome.out());
    final JsonNode run = compare(a, b, "--json").json().at("/points/0");
    assertEquals("0.4", run.at("/config/workload.load/b").asText());
    assertEquals("configuration", run.get("meaning").asText());
    final JsonNode series = run.at("/tables/0");
    assertEquals("series.csv", series.get("table").asText());
    assertEquals("from 0, to 500", series.at("/first/0/where").asText());
    assertEquals("heat.csv", run.at("/tables/1/table").asText());
    assertEquals("links.csv", run.at("/tables/2/table").asText());
    assertEquals("from 0, port x+, to 1", run.at("/tables/2/first/0/where").asText());
    assertEquals("links-by-link.csv", run.at("/tables/3/table").asText());
    assertTrue(run.at("/tables/3/first/0/where").asText().startsWith("node 0, x 0, y 0, z 0"));
    final JsonNode summaryOfA = new ObjectMapper().readTree(a.resolve("summary.json").toFile());
    final JsonNode summaryOfB = new ObjectMapper().readTree(b.resolve("summary.json").toFile());
    final double first = summaryOfA.at("/responseTicks/mean").asDouble();
    final double second = summaryOfB.at("/responseTicks/mean").asDouble();
    final JsonNode mean = run.at("/statistics").get("responseTicks.mean");
    assertEquals(second - first, mean.get("difference").asDouble(), 1e-9);
    assertEquals((second - first) / first, mean.get("relative").asDouble(), 1e-9);
  }

  @Test
  void shouldCallItChanceIfOnlySeedsDiffer() throws IOException {
    final Program.Outcome outcome = compare(simulate("run", "a"), simulate("run", "b", "seed=7"));
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode());
    assertTrue(outcome.out().contains("only in the seed"), outcome.out());
  }

  @Test
  void shouldCallADifferenceADefectIfNothingElseDiffers() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b", "partition.shape=4x2x2");
    final String digest =
        new ObjectMapper().readTree(b.resolve("manifest.json").toFile()).get("digest").asText();
    replace(b.resolve("manifest.json"), digest, "0123456789abcdef");
    replace(b.resolve("summary.json"), digest, "0123456789abcdef");
    Signature.renew(b);
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode());
    assertTrue(
        outcome.out().contains("DEFECT: configuration and seed are the same"), outcome.out());
    assertFalse(outcome.out().contains("[Results]"), outcome.out());
    final String commit =
        new ObjectMapper().readTree(b.resolve("manifest.json").toFile()).get("version").asText();
    replace(b.resolve("manifest.json"), '"' + commit + '"', "\"older\"");
    assertTrue(compare(a, b).out().contains("[Results]"));
  }

  @Test
  void shouldCallItNoDefectIfOneVersionMeasuredWhatTheOtherDidNot() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b");
    final Path summary = b.resolve("summary.json");
    final String hops = "\"meanHops\" : ";
    Files.writeString(
        summary, Files.readString(summary).replaceAll(hops + "[0-9.]+", hops + "null"));
    final Path series = b.resolve("series.csv");
    Files.writeString(series, Files.readString(series).replaceAll(",[0-9.]+\n", ",\n"));
    Signature.renew(b);
    assertTrue(compare(a, b).out().contains("DEFECT: "), "one version measures the same");
    replace(b.resolve("manifest.json"), "\"version\" : \"", "\"version\" : \"older ");
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().endsWith("they agree in all common numbers\n\n"), outcome.out());
    assertFalse(outcome.out().contains("largest difference"), outcome.out());
    Files.writeString(series, Files.readString(series).replaceFirst(",\n", ",7\n"));
    Signature.renew(b);
    assertTrue(compare(a, b).out().contains("DEFECT: "), "both measured the cell");
  }

  @Test
  void shouldAgreeIfOtherStatisticsWereAskedFor() throws IOException {
    final Path a = simulate("run", "a");
    final Program.Outcome outcome = compare(a, simulate("run", "b", "statistics.unblocking=true"));
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("they agree in all common numbers"), outcome.out());
  }

  @Test
  void shouldMakeNoClaimAboutARunThatDidNotEnd() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b", "seed=2");
    replace(b.resolve("manifest.json"), "\"digest\" :", "\"interrupted\" : true, \"digest\" :");
    final Program.Outcome outcome = compare(a, b);
    assertTrue(outcome.out().contains("did not complete (A did, B interrupted at tick"));
  }

  @Test
  void shouldCompareStudiesPointByPoint() throws IOException {
    final Path a = simulate("reproduce", "a");
    final Path b = simulate("reproduce", "b", "router.jsq=true");
    assertEquals(ExitCode.DONE, compare(a, simulate("reproduce", "c")).exitCode());
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    final List<String> lines = outcome.out().lines().toList();
    assertTrue(lines.get(3).matches("B / A +runs +linkUtilization .*"), lines.get(3));
    assertTrue(lines.get(4).matches("one \\+ three \\+ two  3 and 3  [+-].*"), lines.get(4));
    assertEquals("the same", lines.get(5).replaceAll("other +1 and 1 +(the same +)*", ""));
    assertTrue(outcome.out().contains("1 of 4 common points are the same"), outcome.out());
    assertTrue(outcome.out().contains("one + three + two: 3 runs in A, 3 in B"), outcome.out());
    final JsonNode json = compare(a, b, "--json").json();
    assertEquals(1, json.get("repetitions").size(), "a point of one seed tells nothing");
    final JsonNode hops = json.at("/repetitions/0/statistics").get("meanHops");
    double sum = 0;
    for (String run : List.of("one", "two", "three")) {
      final Path summary = a.resolve(run).resolve("summary.json");
      sum += new ObjectMapper().readTree(summary.toFile()).get("meanHops").asDouble();
    }
    assertEquals(sum / 3, hops.at("/a/mean").asDouble(), 1e-9);
    assertFalse(hops.get("exceedsSeeds").asBoolean(), "both route minimally: " + hops);
  }

  @Test
  void shouldCompareTwoRunsOfOneStudyPointByPointBeyondSeeds() throws IOException {
    final Path study = directory.resolve("loads.conf");
    Files.writeString(
        study,
        """
        machine { model = bluegene-l, shape = 4x2x2 }
        partition.shape = 2x2x2
        run { warmupTicks = 500, ticks = 2000, gridTicks = 500 }
        seed = [1, 2, 3]
        workload.load = [0.1, 0.6]
        runs { large { set.workload.packetBytes = 256 B }, small { set.workload.packetBytes = 32 B } }
        """);
    final Path out = directory.resolve("loads");
    assertEquals(
        0, execute("sweep", study.toString(), "--quiet", "--out", out.toString()).exitCode());
    final Program.Outcome outcome = compare(out.resolve("large"), out.resolve("small"));
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    final String first = outcome.out().substring(0, outcome.out().indexOf("point "));
    assertTrue(first.contains("load=0.1  3 and 3  "), first);
    assertTrue(first.lines().filter(line -> line.startsWith("load=")).count() == 2, first);
    assertTrue(first.matches("(?s).*load=0.1[^\n]*-[0-9.]+ % \\*.*"), "small ones are quick");
    assertTrue(outcome.out().contains("0 of 6 common points are the same"), outcome.out());
  }

  @Test
  void shouldCompareMachinesInUnitsThatBothHave() throws IOException {
    for (String machine : List.of("ideal", "cascade")) {
      Files.writeString(
          directory.resolve(machine + ".conf"),
          String.format(
              """
              include "machines/%s"
              seed = [1, 2]
              run.end = jobs
              statistics.matrix = true
              %s
              runs { one { set.jobs.a { program = ring, ranks = 4 } } }
              """,
              machine,
              machine.equals("ideal")
                  ? ""
                  : "workload.kind = jobs, machine { groups = 1, chassisPerGroup = 1 }"));
      final String study = directory.resolve(machine + ".conf").toString();
      final Program.Outcome outcome =
          execute("sweep", study, "--quiet", "--out", directory.resolve(machine).toString());
      assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    }
    final Program.Outcome outcome =
        compare(directory.resolve("ideal/one"), directory.resolve("cascade/one"));
    final String heading =
        outcome.out().lines().filter(line -> line.startsWith("B / A")).findAny().orElseThrow();
    assertTrue(heading.contains("jobs.makespanMicroseconds.a"), heading);
    assertTrue(heading.contains(" throughput"), "GB/s/node on both: " + heading);
    assertFalse(heading.contains("Ticks"), heading);
    assertTrue(outcome.out().contains("\nall seeds  2 and 2  "), outcome.out());
    assertTrue(outcome.out().contains("\nall seeds: 2 runs in A"), outcome.out());
    final JsonNode json =
        compare(directory.resolve("ideal/one"), directory.resolve("cascade/one"), "--json").json();
    final JsonNode point = json.at("/points/0");
    assertTrue(point.get("statisticsInOtherUnits").toString().contains("\"responseTicks\""));
    assertFalse(point.get("statistics").has("jobs.makespanTicks.a"));
    assertTrue(point.get("statistics").has("jobs.makespanMicroseconds.a"));
    final String tables = "[\"series.csv\",\"percentiles.csv\"]";
    assertEquals(tables, point.get("tablesOfOtherKinds").toString(), "matrix.csv is the same");
    assertEquals(0, point.get("tables").size(), point::toString);
    final String left = "not compared, as machines, or lengths of ticks, differ: series.csv, perc";
    assertTrue(outcome.out().contains(left), outcome.out());
    final JsonNode means = json.at("/repetitions/0/statistics");
    assertFalse(means.has("responseTicks.mean"), means::toString);
    assertTrue(means.has("jobs.makespanMicroseconds.a"), means::toString);
  }

  @Test
  void shouldSetNoTicksOfDifferentLengthsBesideEachOther() throws IOException {
    final Path a = simulate("run", "a");
    final Path b = simulate("run", "b", "link.megabytesPerSecond=200");
    final String told = "\"tickSeconds\" : \"1/200000000\",";
    final JsonNode apart = compare(a, b, "--json").json().at("/points/0");
    assertTrue(apart.get("statisticsInOtherUnits").toString().contains("\"responseTicks\""));
    assertTrue(apart.get("statistics").has("responseNanoseconds.mean"), apart::toString);
    assertEquals("\"series.csv\"", apart.at("/tablesOfOtherKinds/0").toString());
    replace(b.resolve("manifest.json"), told, "");
    final JsonNode older = compare(a, b, "--json").json().at("/points/0");
    assertEquals(0, older.get("statisticsInOtherUnits").size(), "one machine, as far as they say");
  }

  @Test
  void shouldTellPointsThatOnlyOneHas() throws IOException {
    final Path a = simulate("reproduce", "a");
    final Path b = simulate("reproduce", "b");
    delete(b.resolve("two"));
    final Program.Outcome named = compare(a, b);
    assertEquals(ExitCode.WRONG_INPUT, named.exitCode());
    assertTrue(named.err().contains(b.resolve("two") + ": the file is missing, but"), named.err());
    final Path manifest = b.resolve("manifest.json");
    final JsonNode without = new ObjectMapper().readTree(manifest.toFile());
    final Iterator<JsonNode> points = without.get("points").elements();
    while (points.hasNext()) {
      if (points.next().get("path").asText().equals("two")) {
        points.remove();
      }
    }
    Files.writeString(manifest, without.toString());
    Signature.seal(manifest);
    final Program.Outcome outcome = compare(a, b);
    assertEquals(ExitCode.DIFFERENT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.out().contains("point two: only in A"), outcome.out());
    assertTrue(outcome.out().contains("3 of 3 common points are the same"), outcome.out());
  }

  /**
   * The directory is as after a kill of the sweep: the manifest does not yet list some existing
   * points.
   */
  @Test
  void shouldComparePointsThatLieThereWithoutBeingDone() throws IOException {
    final Path a = simulate("reproduce", "a");
    final Path b = simulate("reproduce", "b");
    replace(b.resolve("manifest.json"), "\"done\" : true", "\"done\" : false");
    replace(b.resolve("two/manifest.json"), "\"digest\" :", "\"interrupted\" : true, \"digest\" :");
    delete(b.resolve("three"));
    final JsonNode json = compare(a, b, "--json").json();
    assertEquals(3, json.get("points").size());
    assertEquals("two", json.at("/points/2/point").asText());
    assertEquals("interrupted at tick 4000", json.at("/points/2/endings/b").asText());
    assertEquals("unfinished", json.at("/points/2/meaning").asText());
    assertEquals("three", json.at("/onlyInA/0").asText());
  }

  @Test
  void shouldCompareStudiesOfParts() throws IOException {
    final Path part = directory.resolve("s.conf");
    Files.writeString(part, "study.id = mine\n" + STUDY);
    final Path study = Files.writeString(directory.resolve("p.conf"), "study.parts = [s.conf]");
    for (String name : List.of("a", "b")) {
      final String out = directory.resolve(name).toString();
      assertEquals(
          ExitCode.DONE, execute("sweep", study.toString(), "--quiet", "--out", out).exitCode());
    }
    final Path a = directory.resolve("a");
    final Path b = directory.resolve("b");
    final Program.Outcome whole = compare(a, b);
    assertEquals(ExitCode.DONE, whole.exitCode(), whole.err());
    assertTrue(whole.out().contains("mine/other "), whole.out());
    delete(b.resolve("mine/two"));
    final Program.Outcome cut = compare(a, b);
    assertEquals(ExitCode.WRONG_INPUT, cut.exitCode());
    assertTrue(cut.err().contains(b.resolve("mine/two") + ": the file is missing, but"), cut.err());
    delete(b.resolve("mine"));
    assertTrue(compare(a, b).err().contains(b.resolve("mine") + ": the file is missing, but"));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void shouldRefuseAStudyAgainstARun() throws IOException {
    final Program.Outcome outcome = compare(simulate("reproduce", "a"), simulate("run", "b"));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains("is a study of 4 points"), outcome.err());
    final Program.Outcome nothing = compare(directory, directory.resolve("nowhere"));
    assertEquals(ExitCode.WRONG_INPUT, nothing.exitCode());
    assertTrue(nothing.err().contains("manifest.json: the file is missing"), nothing.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "summary.json", "resolved.conf", "series.csv"})
  void shouldNameAFileThatIsMissing(String file) throws IOException {
    final Path a = simulate("reproduce", "a");
    Files.delete(a.resolve("two").resolve(file));
    final Program.Outcome outcome = compare(a, a);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(
        outcome.err().contains(a.resolve("two").resolve(file) + ": ")
            && outcome.err().contains("is missing"),
        outcome.err());
  }

  /** Each file is cut to half, by a tenth and by its last byte; the message names the file. */
  @ParameterizedTest
  @CsvSource({
    "manifest.json, 0.5",
    "manifest.json, 0.9",
    "manifest.json, 0",
    "summary.json, 0.5",
    "summary.json, 0",
    "resolved.conf, 0.5",
    "resolved.conf, 0.999",
    "series.csv, 0.5",
    "series.csv, 0.999",
    "series.csv, 0",
    "links-by-link.csv, 0.5",
    "links-by-link.csv, 0"
  })
  void shouldNameAFileThatIsCutOff(String file, double share) throws IOException {
    final Path a = simulate("run", "a");
    final Path path = a.resolve(file);
    final String whole = Files.readString(path);
    Files.writeString(path, whole.substring(0, (int) (whole.length() * share)));
    final Program.Outcome outcome = compare(a, a);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.out());
    assertTrue(outcome.err().startsWith("hopwright: " + path + ": "), outcome.err());
  }

  @Test
  void shouldSeeThatLinesOfTheSeriesAreMissing() throws IOException {
    final Path a = simulate("run", "a");
    final Path series = a.resolve("series.csv");
    final List<String> lines = Files.readAllLines(series);
    Files.write(series, lines.subList(0, lines.size() - 1));
    final Program.Outcome outcome = compare(a, a);
    assertTrue(outcome.err().contains("series.csv: ends at tick"), outcome.err());
  }

  @ParameterizedTest
  @CsvSource({
    "configSha256, configMd5, 'has no entry configSha256'",
    "'\"format\" : 5', '\"format\" : 3', 'has format 3, but this version reads formats 4 to 5'",
    "'\"format\" : 5', '\"format\" : 6', 'has format 6, but this version reads formats 4 to 5'",
    "'\"format\" : 5,', '', 'has no format number'"
  })
  void shouldRefuseWhatAnotherVersionWrote(String old, String text, String reason)
      throws IOException {
    final Path a = simulate("run", "a");
    replace(a.resolve("manifest.json"), old, text);
    final Program.Outcome outcome = compare(a, a);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains(a.resolve("manifest.json") + ": "), outcome.err());
    assertTrue(outcome.err().contains(reason), outcome.err());
  }
}
