package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.config.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands about programs without a machine. */
class TraceTest {
  private static final Map<String, String> SMALL =
      Map.of(
          "ideal", "machine.nodes = 8",
          "bluegene-l",
              "machine.shape = [4, 4, 2], partition.shape = [4, 2, 2], workload.kind = jobs",
          "cascade",
              "machine { groups = 2, chassisPerGroup = 1, bladesPerChassis = 2 }, workload.kind = jobs");

  @TempDir private Path directory;

  private static Program.Outcome trace(String... words) {
    return new Program()
        .execute(
            Machines.all(),
            Stream.concat(Stream.of("trace"), Stream.of(words)).toArray(String[]::new));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("mine.prog"), text);
  }

  static List<String> programs() {
    return new Library().programs();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldComeWithProgramsThatAreRight(String program) {
    for (String ranks : List.of("1", "2", "3", "7", "8", "12", "64", "100")) {
      final Program.Outcome outcome = trace("check", program, "--ranks", ranks);
      assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
      assertTrue(outcome.out().startsWith(program + ": " + ranks + " ranks, "), outcome.out());
    }
    final String text = new Library().program(program).text();
    assertTrue(text.matches("(?s)# [A-Z].*\\.\\n.*"), text);
    final String info = trace("info", program).out();
    assertTrue(info.contains(program), info);
  }

  @Test
  void shouldListAllPrograms() {
    final String listed = new Program().execute(Machines.all(), "list").out();
    for (String program : programs()) {
      assertTrue(listed.contains("\n" + program + "  "), program + " in " + listed);
    }
  }

  @Test
  void shouldCountWhatRanksDo() throws IOException {
    final JsonNode info =
        trace(
                "info",
                "halo-3d",
                "--ranks",
                "27",
                "--args",
                "steps=5",
                "--args",
                "bytes=1 KiB",
                "--json")
            .json();
    assertEquals(
        27 * 5 * 6 + info.get("collectiveMessages").asLong(), info.get("messages").asLong());
    assertEquals(1024, info.get("largestMessageBytes").asLong());
    assertEquals(1, info.at("/collectives/allreduce").asLong());
    assertEquals(1250, info.get("mostComputeMicroseconds").asDouble());
    assertEquals("1 KiB", info.at("/parameters/bytes").asText());
    assertTrue(info.get("bytesPerRank").asInt() <= 200);
    assertEquals(27 * 5, info.at("/operations/compute").asLong());
  }

  /** Each of 12 members reduces its part of 1 MiB; 8 B are too few elements to divide. */
  @Test
  void shouldTellTheAlgorithmsOfCollectives() throws IOException {
    final String mine =
        file("allreduce 8; allreduce 1 MiB; allreduce 2 MiB; barrier on ranks(3, 1, 1)").toString();
    final Program.Outcome info = trace("info", mine, "--ranks", "12", "--json");
    final JsonNode algorithms = info.json().get("algorithms");
    assertEquals(1, algorithms.get("allreduce doubling").asLong(), info.out());
    assertEquals(2, algorithms.get("allreduce halving").asLong(), info.out());
    assertEquals(2, algorithms.size(), info.out());
  }

  @Test
  void shouldShowWhatARankDoes() {
    final Program.Outcome outcome =
        trace("show", "ping-pong", "--ranks", "4", "--rank", "3", "--limit", "3");
    assertEquals(
        """
             0  line 12  receive 8 B from 2 tag 0
             1  line 13  send 8 B to 2 tag 0
             2  line 12  receive 8 B from 2 tag 0
        """,
        outcome.out().replace("line   ", "line "));
    assertTrue(outcome.err().contains("--limit shows more"), outcome.err());
    final Program.Outcome json =
        trace("show", "ping-pong", "--ranks", "3", "--rank", "2", "--json");
    assertEquals("{\"number\":0,\"line\":17,\"what\":\"end\"}\n", json.out());
  }

  @Test
  void shouldWriteAMatrixThatAStudyCanSend() throws IOException {
    final Path matrix = directory.resolve("m.csv");
    final Program.Outcome outcome =
        trace("matrix", "incast", "--ranks", "4", "--args", "steps=1", "--out", matrix.toString());
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    assertEquals(
        "source,destination,weight\n1,0,65536\n2,0,65536\n3,0,65536\n", Files.readString(matrix));
    assertEquals(
        ExitCode.DONE,
        trace("matrix", "ring", "--ranks", "2", "--out", matrix.toString()).exitCode(),
        "a matrix may take the place of another");
    assertEquals(
        ExitCode.DONE,
        trace("matrix", "incast", "--ranks", "4", "--args", "steps=1", "--out", matrix.toString())
            .exitCode());
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            include "studies/bgl-uniform"
            machine.shape = [4, 4, 2]
            partition.shape = [4, 4, 2]
            workload { kind = matrix, matrix = m.csv, load = 0.001 }
            """);
    final Program.Outcome plan = new Program().execute(Machines.all(), "plan", study.toString());
    assertEquals(ExitCode.DONE, plan.exitCode(), plan.err());
  }

  @Test
  void shouldReplaceNothingButWhatItWrites() throws IOException {
    final Path mine = file("send to (rank + 1) % size 10; recv from any");
    final Path part = Files.writeString(directory.resolve("mine.prog.part"), "mine");
    final String before = Files.readString(mine);
    for (String[] line :
        List.of(
            new String[] {"convert", mine.toString(), mine.toString(), "--to", "goal"},
            new String[] {"matrix", mine.toString(), "--out", mine.toString()})) {
      final Program.Outcome outcome = trace(line);
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
      assertTrue(outcome.err().contains("existing file is of another kind"), outcome.err());
      assertEquals(before, Files.readString(mine));
    }
    final String goal = directory.resolve("mine.prog.goal").toString();
    final String[] again = {"convert", mine.toString(), goal, "--to", "goal", "--ranks", "4"};
    assertEquals(ExitCode.DONE, trace(again).exitCode());
    assertEquals(ExitCode.DONE, trace(again).exitCode());
    trace("convert", mine.toString(), mine.toString(), "--to", "goal");
    assertEquals("mine", Files.readString(part), "what grows has a name of its own");
  }

  /** Data of a get come from the rank that owns the memory; each pair occurs once. */
  @Test
  void shouldCountWhatInterfacesDoForRanks() throws IOException {
    final Path mine =
        file("put to (rank + 1) % size 10; get from (rank + 1) % size 5; amo to 0; fence");
    final Path matrix = directory.resolve("m.csv");
    final Program.Outcome written =
        trace("matrix", mine.toString(), "--ranks", "3", "--out", matrix.toString());
    assertEquals(ExitCode.DONE, written.exitCode(), written.err());
    assertEquals(
        "source,destination,weight\n0,1,10\n0,2,5\n1,0,13\n1,2,10\n2,0,18\n2,1,5\n",
        Files.readString(matrix));
    final String counts = trace("info", mine.toString(), "--ranks", "3").out();
    assertTrue(counts.contains("put 3  get 3  amo 3"), counts);
    assertTrue(counts.contains("oneSided 9  fence 3"), counts);
    final Program.Outcome converted =
        trace("convert", mine.toString(), directory.resolve("x").toString(), "--to", "goal");
    assertEquals(ExitCode.WRONG_INPUT, converted.exitCode());
    assertTrue(converted.err().contains(":1: GOAL has no put"), converted.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check {} | mine.prog:2:1: cmopute: there is no such statement",
        "info {} | did you mean compute?",
        "check halo-4d | there is no such file, and no program of this name; did you mean halo-2d?",
        "info ring --ranks 0 | the job has 0 ranks; use 1 to 1073741824",
        "show ring --rank 64 | --rank 64: this rank does not exist; use 0 to 63",
        "show ring --limit 0 | --limit 0: use at least 1",
        "info ring --limit 10 | the 64 ranks perform at least",
        "info ring --args stpes=1 | has no param stpes; did you mean steps?",
        "info ring --args steps | --args steps: write PARAM=VALUE",
        "info ring --args steps=1 --args steps=2 | the option is given twice",
        "info ring --args work=5 | write a time, such as 250 us",
        "info ring --rounds 0 | --rounds 0: use at least 1",
        "info ring --ranks 9999999999 | --ranks 9999999999: a job has at most 1073741824 ranks",
        "info ring --ranks 0-7 | --ranks 0-7: a range is for traces and graphs",
        "info ring --ranks 60-70 | rank 70 does not exist; ranks are 0 to 63",
        "convert ring OUT --to goal --ranks 8-5 | --ranks 8-5: the first rank is above"
            + " the last",
        "convert ring OUT --to goal --ranks 60-70 | rank 70 does not exist; ranks are 0 to 63",
        "convert ring OUT --to goal --ranks 0-15/8 | rank 15 does not exist; ranks are 0 to 7",
        "convert ENDLESS OUT --to goal | the program has an unbounded block of forever; bound it with --rounds",
        "convert ring MISSING/x --to goal | there is no directory MISSING; create it",
        "matrix ring --out MISSING/x | there is no directory MISSING; create it",
        "info MISSING/.. | is a directory; name a file",
        "matrix ring | --out is missing (File to write; an existing file is replaced if it is such a CSV file); write hopwright",
        "trace | name a subcommand: info, check, show, matrix, timeline, convert"
      })
  void shouldSayWhatIsWrong(String line, String expected) throws IOException {
    final Path mine = file("let x = 5\ncmopute 5");
    final String missing = directory.resolve("missing").toString();
    final String words =
        line.equals("trace")
            ? ""
            : line.replace("{}", mine.toString())
                .replace("OUT", directory.resolve("out").toString())
                .replace("ENDLESS", endless())
                .replace("MISSING/..", directory.toString())
                .replace("MISSING", missing);
    final Program.Outcome outcome = words.isEmpty() ? trace() : trace(words.split(" ", -1));
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertTrue(outcome.err().contains(expected.replace("MISSING", missing)), outcome.err());
  }

  private String endless() throws IOException {
    return Files.writeString(
            directory.resolve("endless.prog"), "forever { send to rank 8; recv from rank }")
        .toString();
  }

  @Test
  void shouldConvertAsManyRoundsAsAreWanted() throws IOException {
    final String out = directory.resolve("out.goal").toString();
    final JsonNode converted =
        trace("convert", endless(), out, "--to=goal", "--ranks=2", "--rounds=3", "--json").json();
    assertEquals(2 * 3 * 2, converted.get("operations").asInt());
  }

  @Test
  void shouldTellMistakesOfACheckAlsoAsJson() throws IOException {
    final Path mine = file("send to (rank + 1) % size 8");
    final Program.Outcome text = trace("check", mine.toString());
    assertEquals(ExitCode.WRONG_INPUT, text.exitCode());
    assertTrue(text.err().contains("mine.prog:1: rank 0 sends rank 1"), text.err());
    final Program.Outcome json = trace("check", mine.toString(), "--json");
    assertEquals(ExitCode.WRONG_INPUT, json.exitCode());
    assertTrue(json.json().at("/mistakes/0").asText().contains("(and 63 alike)"), json.out());
  }

  @Test
  void shouldExplainAndListPrograms() throws IOException {
    final Program.Outcome text = new Program().execute(Machines.all(), "explain", "halo-3d");
    assertTrue(text.out().contains("grid g = torus(3)"), text.out());
    assertTrue(text.out().contains("  machine  bluegene-l, cascade, ideal, "), text.out());
    final JsonNode list = new Program().execute(Machines.all(), "list", "--json").json();
    assertTrue(list.at("/programs/incast").asText().startsWith("All ranks send"), list::toString);
    final String manual = new Program().execute(Machines.all(), "man").out().replace("\\-", "-");
    assertTrue(manual.contains(".SS \"hopwright trace matrix PROGRAM|FILE [OPTION]...\""), manual);
    assertTrue(manual.contains(".B \"halo-3d\""), manual);
  }

  private String digest(String machine, String program, String kind) throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve(kind + ".conf"),
            String.format(
                """
                include "machines/%s"
                study { id = x, title = X }
                %s
                software { copyTicks = 0, progress = host }
                jobs.a { %s }
                """,
                machine, SMALL.get(machine), program));
    final Path out = Files.createTempDirectory(directory, "run");
    final Program.Outcome outcome =
        new Program()
            .execute(Machines.all(), "run", study.toString(), "--out", out.toString(), "--quiet");
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return Files.readString(out.resolve("summary.json"))
        .replaceFirst("(?s).*?\"digest\" : \"", "")
        .substring(0, 16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ideal", "bluegene-l", "cascade"})
  void shouldRunWhatWasConvertedAsTheProgram(String machine) throws IOException {
    final Path text = directory.resolve("halo.goal");
    final Path binary = directory.resolve("halo.bin");
    final String args = "args { steps = 2, bytes = 3000 }";
    assertEquals(
        ExitCode.DONE,
        trace(
                "convert",
                "halo-3d",
                text.toString(),
                "--to",
                "goal",
                "--ranks",
                "8",
                "--args",
                "steps=2",
                "--args",
                "bytes=3000",
                "--expand-collectives")
            .exitCode());
    final JsonNode converted =
        trace("convert", text.toString(), binary.toString(), "--to", "goal-binary", "--json")
            .json();
    assertEquals(8, converted.get("ranks").asInt());
    final String expected = digest(machine, "program = halo-3d, ranks = 8, " + args, "prog");
    assertEquals(expected, digest(machine, "program = \"" + text + "\"", "goal"));
    assertEquals(expected, digest(machine, "program = \"" + binary + "\", ranks = 8", "bin"));
  }

  @Test
  void shouldReadGoal() throws IOException {
    final Path goal =
        Files.writeString(
            directory.resolve("own.goal"),
            """
            num_ranks 2
            rank 0 {
            a: calc 1500
            b: send 8b to 1 nic 1
            b requires a
            }
            rank 1 {
            b: recv 4b from 0
            c: calc 7 cpu 2
            c irequires b
            }
            """);
    final Program.Outcome check = trace("check", goal.toString());
    assertEquals(ExitCode.DONE, check.exitCode(), check.err());
    assertTrue(check.err().contains(":4: rank 0 sends 8 B to rank 1"), check.err());
    assertTrue(check.err().contains("1 messages name a nic"), check.err());
    final JsonNode info = trace("info", goal.toString(), "--json").json();
    assertEquals(2, info.get("ranks").asInt());
    assertEquals(2, info.get("dependencies").asInt());
    assertEquals(2, info.get("highestCpu").asInt());
    assertEquals(2 * (4 + 39 + 8), info.get("bytesPerRank").asInt());
    assertEquals(
        """
             0  line    8  receive 4 B from 0 tag 0
             1  line    9  compute 7000 ps, irequires 0
             2  line    9  end
        """,
        trace("show", goal.toString(), "--rank", "1").out());
    final Path matrix = directory.resolve("m.csv");
    trace("matrix", goal.toString(), "--out", matrix.toString());
    assertEquals("source,destination,weight\n0,1,8\n", Files.readString(matrix));
    for (String wrong : List.of("--ranks=3", "--ranks=0-2", "--args=a=1", "--ranks=x")) {
      final Program.Outcome outcome = trace("info", goal.toString(), wrong);
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), wrong);
    }
  }

  @Test
  void shouldConvertToAContainerAndBack() throws IOException {
    final String first = directory.resolve("a.goal").toString();
    final String container = directory.resolve("b.hwt").toString();
    final String last = directory.resolve("c.goal").toString();
    for (String program : List.of("halo-2d", "ring")) {
      trace("convert", program, first, "--ranks", "4", "--expand-collectives");
      trace("convert", first, container);
      trace("convert", container, last);
      assertEquals(Files.readString(Path.of(first)), Files.readString(Path.of(last)));
      trace("convert", program, container, "--ranks", "4", "--expand-collectives");
      trace("convert", container, last);
      assertEquals(Files.readString(Path.of(first)), Files.readString(Path.of(last)));
      trace("convert", first, container, "--ranks", "1-2");
      assertEquals(2, trace("info", container, "--json").json().get("ranks").asInt());
    }
    final Program.Outcome outcome = trace("convert", first, directory.resolve("d.txt").toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertTrue(outcome.err().contains("ends in neither .goal nor .hwt"), outcome.err());
  }

  /** Traces are read rank by rank, and containers are mapped. */
  @Test
  void shouldCountAndConvertTracesAsTheirContainers() throws IOException {
    final int ranks = 5;
    for (int rank = 0; rank < ranks; rank++) {
      final String world = "0," + rank + "," + ranks;
      Files.writeString(
          directory.resolve("t." + rank),
          """
          MPI_Init:-:1:2:100
          MPI_Irecv:110:1:2:3,4,4:PREVIOUS:7:WORLD:72:110
          MPI_Isend:117.5:1:2:3,4,4:NEXT:7:WORLD:64:118
          MPI_Waitall:120:2:64:0:121
          MPI_Allreduce:130:1:2:300:3,4,4:7:WORLD:140
          """
              .replace("PREVIOUS", String.valueOf((rank + ranks - 1) % ranks))
              .replace("NEXT", String.valueOf((rank + 1) % ranks))
              .replace("WORLD", world));
    }
    final String trace = directory.resolve("t.0").toString();
    for (List<String> part : List.of(List.<String>of(), List.of("--ranks", "1-3"))) {
      final String container = directory.resolve("t" + part.size() + ".hwt").toString();
      final Stream<String> convert = Stream.of("convert", trace, container);
      final Program.Outcome converted =
          trace(Stream.concat(convert, part.stream()).toArray(String[]::new));
      assertEquals(ExitCode.DONE, converted.exitCode(), converted.err());
      final Stream<String> info = Stream.of("info", trace, "--json");
      final String counts = trace(Stream.concat(info, part.stream()).toArray(String[]::new)).out();
      assertEquals(
          counts.replaceAll("(?m)^.*(program|bytes(PerRank|OfAllRanks))\".*\n", ""),
          trace("info", container, "--json")
              .out()
              .replaceAll("(?m)^.*(program|bytes(PerRank|OfAllRanks))\".*\n", ""));
      final Path matrix = directory.resolve("first.csv");
      final Path same = directory.resolve("second.csv");
      final Stream<String> rows = Stream.of("matrix", trace, "--out", matrix.toString());
      trace(Stream.concat(rows, part.stream()).toArray(String[]::new));
      trace("matrix", container, "--out", same.toString());
      assertEquals(Files.readString(same), Files.readString(matrix));
      for (String form : List.of("goal", "goal-binary")) {
        final Path first = directory.resolve("first." + form);
        final Path second = directory.resolve("second." + form);
        final Stream<String> goal = Stream.of("convert", trace, first.toString(), "--to", form);
        trace(Stream.concat(goal, part.stream()).toArray(String[]::new));
        trace("convert", container, second.toString(), "--to", form);
        assertEquals(-1, Files.mismatch(first, second));
      }
    }
    for (List<String> wrong :
        List.of(
            List.of("info", trace, "--ranks", "3-5"),
            List.of("info", trace, "--ranks", "4"),
            List.of("info", trace, "--args", "a=1"),
            List.of("info", trace, "--limit", "20"))) {
      final Program.Outcome outcome = trace(wrong.toArray(String[]::new));
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), wrong + outcome.err());
    }
    final Path none = directory.resolve("none.hwt");
    final Program.Outcome outcome = trace("convert", trace, none.toString(), "--ranks", "3-5");
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
    assertFalse(Files.exists(none));
  }

  /** Two ranks that exchange three messages, at 10, 20 and 30 us after the beginning. */
  @Test
  void shouldSelectCallsOfTraces() throws IOException {
    final StringBuilder first = new StringBuilder("MPI_Init:-:1:2:100\n");
    final StringBuilder second = new StringBuilder("MPI_Init:-:1:2:100\n");
    for (int time = 110; time < 140; time += 10) {
      first.append("MPI_Send:" + time + ":1:2:3,4,4:1:7:0,0,2:" + time + "\n");
      second.append("MPI_Recv:" + time + ":1:2:3,4,4:0:7:0,1,2:0:" + time + "\n");
    }
    final String trace = Files.writeString(directory.resolve("t.0"), first.toString()).toString();
    Files.writeString(directory.resolve("t.1"), second.toString());
    final String[] window = {"--from", "15us", "--to-time", "0.03 ms"};
    final JsonNode info =
        trace(
                Stream.concat(Stream.of("info", trace, "--json"), Stream.of(window))
                    .toArray(String[]::new))
            .json();
    assertEquals(1, info.get("messages").asInt());
    assertEquals(15, info.get("mostComputeMicroseconds").asDouble());
    final String part = directory.resolve("part.hwt").toString();
    trace(
        Stream.concat(Stream.of("convert", trace, part), Stream.of(window)).toArray(String[]::new));
    assertEquals(
        trace("show", trace, "--from=15us", "--to-time=30us").out().replaceAll("line +\\d+", ""),
        trace("show", part).out().replaceAll("line +\\d+", ""));
    final String matrix = directory.resolve("m.csv").toString();
    trace("matrix", trace, "--out", matrix, "--skip", "2");
    assertEquals("source,destination,weight\n0,1,16\n", Files.readString(Path.of(matrix)));
    final Program.Outcome named = trace("check", trace, "--skip", "MPI_Send,one-sided");
    assertEquals(ExitCode.DONE, named.exitCode(), named.err());
    assertTrue(named.out().contains(" 0 messages"), named.out());
    assertTrue(named.err().contains("--skip one-sided: no rank calls it"), named.err());
    for (String wrong : List.of("--from=3", "--from=1s", "--to-time=0s", "--skip=-1")) {
      final Program.Outcome outcome = trace("info", trace, wrong);
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), wrong + outcome.err());
    }
    for (String without : List.of("halo-2d", part)) {
      final Program.Outcome outcome = trace("info", without, "--from", "1us");
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
      assertTrue(outcome.err().contains("has no recorded calls; leave the"), outcome.err());
    }
  }

  /** The message appears in all commands that read a program, and in a study. */
  @Test
  void shouldNameTheFormatOfAFileThatIsNoProgram() throws IOException {
    final Path trace =
        Files.writeString(
            directory.resolve("trace.prv"), "#Paraver (1/1/26 at 10:00)\n".repeat(200));
    final String expected =
        "trace.prv: looks like a Paraver trace, which is not read; programs are program"
            + " text (.prog), GOAL text or binary, or files of htsim, Chakra, DUMPI, OTF2, liballprof or"
            + " SimGrid\n";
    final String out = directory.resolve("out").toString();
    for (String line :
        List.of(
            "info FILE",
            "check FILE",
            "show FILE",
            "matrix FILE --out OUT",
            "convert FILE OUT --to goal")) {
      final Program.Outcome outcome =
          trace(line.replace("FILE", trace.toString()).replace("OUT", out).split(" ", -1));
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome.err());
      assertTrue(outcome.err().endsWith(expected), outcome.err());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
    }
    final Path study =
        Files.writeString(
            directory.resolve("s.conf"),
            """
            include "machines/ideal"
            machine.nodes = 2
            jobs.a { program = "trace.prv", ranks = 2 }
            """);
    final Program.Outcome plan = new Program().execute(Machines.all(), "plan", study.toString());
    assertEquals(ExitCode.WRONG_INPUT, plan.exitCode(), plan.err());
    assertTrue(plan.err().endsWith(expected), plan.err());
  }

  @Test
  void shouldEndWhenAsked() throws Exception {
    final Path mine =
        file(
            """
            let n = rand(1, 1_000_000_000_000_000)
            for i in 1 .. n { send to rank 8; recv from rank }
            """);
    final Path matrix = directory.resolve("m.csv");
    for (List<String> words :
        List.of(
            List.of("info"),
            List.of("check"),
            List.of("show", "--limit", "100000000000"),
            List.of("matrix", "--out", matrix.toString()),
            List.of("convert", "--to", "goal", "--limit", "100000000000"))) {
      final Program program = new Program();
      final CountDownLatch ended = new CountDownLatch(1);
      final Program.Outcome[] outcome = new Program.Outcome[1];
      final String[] line =
          Stream.of(List.of("trace"), words, List.of(mine.toString(), "--quiet"))
              .flatMap(List::stream)
              .toArray(String[]::new);
      if (words.contains("convert")) {
        line[line.length - 1] = directory.resolve("out.goal").toString();
      }
      final Thread thread =
          new Thread(
              () -> {
                outcome[0] = program.execute(Machines.all(), line);
                ended.countDown();
              });
      thread.start();
      while (ended.getCount() > 0) {
        Thread.sleep(20);
        program.press();
      }
      assertEquals(ExitCode.INTERRUPTED, outcome[0].exitCode(), outcome[0].err());
      assertTrue(outcome[0].err().contains("interrupted; "), outcome[0].err());
    }
    assertFalse(Files.exists(matrix));
  }
}
