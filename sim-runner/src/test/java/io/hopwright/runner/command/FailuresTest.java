package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.partition.StartFailedException;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  private static final String OF_A_SIMULATION = "a smaller machine, use larger partitions";

  private static String told(String command, int exitCode, Throwable failure) {
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Session session =
        new Session(
            List.of(),
            new Library(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            (end, endAtOnce) -> {},
            List.of(command, "x"));
    assertEquals(exitCode, new Failures(session).report(failure));
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldBlameTheUserForAFileThatWasCutShort() {
    final String told =
        told(
            "run",
            ExitCode.WRONG_INPUT,
            new InternalError("a fault occurred in an unsafe memory access operation"));
    assertTrue(told.startsWith("hopwright: a GOAL binary became shorter"), told);
    assertEquals(1, told.lines().count(), told);
  }

  @ParameterizedTest
  @CsvSource({"run, true", "sweep, true", "worker, true", "report, false", "compare, false"})
  void shouldAdviseASmallerMachineWhereOneIsSimulated(String command, boolean simulates) {
    final String told =
        told(command, ExitCode.ENVIRONMENT_FAILED, new OutOfMemoryError("Java heap space"));
    assertTrue(told.startsWith("hopwright: out of memory (Java heap space): the heap is"), told);
    assertTrue(told.contains("HOPWRIGHT_JAVA_OPTS=-Xmx"), told);
    assertEquals(simulates, told.contains(OF_A_SIMULATION), told);
    assertFalse(told.contains("null"), told);
  }

  @Test
  void shouldBlameTheEnvironmentForActorsThatDoNotStart() {
    final StartFailedException failure =
        new StartFailedException(new TimeoutException("Futures timed out after [60 seconds]"));
    final String told = told("run", ExitCode.ENVIRONMENT_FAILED, failure);
    assertTrue(told.contains("did not start: Futures timed out after [60 seconds]; run"), told);
    assertEquals(1, told.lines().count(), told);
  }

  /** A limit of a partition may show only when the partition is built, or is full. */
  @Test
  void shouldCallSettingsWrongInputThatOnlyTheMachineRefuses() {
    final SettingsException failure =
        new SettingsException("partition", "has one of 9 routers, at most 8 fit; use smaller ones");
    final String line = "partition: has one of 9 routers, at most 8 fit; use smaller ones";
    assertEquals("hopwright: " + line + "\n", told("run", ExitCode.WRONG_INPUT, failure));
    assertEquals(new Diagnosis(line, ExitCode.WRONG_INPUT), Failures.diagnose(failure));
  }
}
