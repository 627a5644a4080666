package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages to the user about runs that cannot continue or cannot begin. */
class RunMessagesTest {
  @TempDir private Path directory;

  @Test
  void shouldSayWhyRanksThatSendWait() throws IOException {
    Files.writeString(
        directory.resolve("long.prog"),
        "send to (rank + 1) % size 100 KiB\nrecv from (rank - 1) % size\n");
    final Path study =
        Files.writeString(
            directory.resolve("long.conf"),
            "include \"machines/ideal\"\njobs.a { program = \"long.prog\", ranks = 3 }\n");
    final String out = directory.resolve("long").toString();
    final Program.Outcome outcome =
        new Program().execute(Machines.all(), "run", study.toString(), "--quiet", "--out", out);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome::err);
    assertTrue(outcome.err().contains("send of 102400 B to 1"), outcome::err);
    assertTrue(
        outcome.err().lines().reduce("", (before, line) -> line).contains("software.eagerBytes"),
        outcome::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send to rank 8; recv from any 4 | 2: rank 0 of job a receives at most 4 B, but a message of 8 B from rank 0 arrived; use a larger receive",
        "forever { compute 0 ns } | 2: rank 0 of job a performs more than 1000000"
            + " operations in one tick"
      })
  void shouldSayWhatARankCannotDoThatShowsInTheRunOnly(String text, String expected)
      throws IOException {
    Files.writeString(directory.resolve("wrong.prog"), "# wrong\n" + text);
    final Path study =
        Files.writeString(
            directory.resolve("wrong.conf"),
            """
            include "machines/ideal"
            run.end = ticks
            jobs.a { program = "wrong.prog", ranks = 1, background = true }
            """);
    final String out = directory.resolve("wrong").toString();
    final Program.Outcome outcome =
        new Program().execute(Machines.all(), "run", study.toString(), "--quiet", "--out", out);
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome::err);
    assertTrue(outcome.err().endsWith("hopwright: wrong.prog:" + expected + "\n"), outcome::err);
    final Program.Outcome second =
        new Program()
            .execute(
                Machines.all(),
                "run",
                study.toString(),
                "--quiet",
                "--out",
                out,
                "--set",
                "machine.implementation=reference");
    assertEquals(ExitCode.WRONG_INPUT, second.exitCode(), second::err);
  }

  @Test
  void shouldSayWhereAFaultIsSetThatCannotBe() throws IOException {
    final Path study =
        Files.writeString(
            directory.resolve("fault.conf"),
            """
            include "machines/cascade"
            machine.groups = 2
            fault.links.a { aries = 0, port = 0 }
            fault.links.b { aries = 0, port = 0 }
            """);
    final Program.Outcome outcome = new Program().execute(Machines.all(), "plan", study.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), outcome::err);
    assertTrue(outcome.err().contains("fault.conf:4: fault.links.b"), outcome::err);
  }
}
