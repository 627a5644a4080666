package io.hopwright.runner.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.event.BreakpointEvent;
import io.hopwright.runner.command.session.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Process that is killed (SIGKILL) at an exact point while it writes a checkpoint. The run resumes
 * from that checkpoint or from the one before, to the result of an undisturbed run.
 */
@Tag("cluster")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledWhileWritingTest {
  private static final String PACKAGE = "io.hopwright.runner.recording.";
  private static final int PARTITIONS = 4;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final List<String> STUDY =
      List.of(
          "run",
          "bgl-uniform",
          "--set=machine.shape=8x8x8",
          "--set=partition.shape=4x4x8",
          "--set=run.ticks=100000",
          "--set=run.warmupTicks=1000",
          "--threads=1");

  private static Map<String, String> undisturbed;

  @TempDir private static Path directory;

  /** Point of the process while it writes a checkpoint. */
  private enum Moment {
    /** The first file is empty. */
    BEFORE_THE_HEAD(2, false),
    AFTER_THE_HEAD(2, false),
    IN_THE_MIDDLE(2, false),
    /** Only the last check of the last state is missing. */
    BEFORE_THE_LAST_BYTES(2, false),
    BEFORE_THE_DOCUMENT(2, false),
    BEFORE_COMPLETE(2, false),
    BEFORE_THE_RENAME(2, false),
    AFTER_THE_RENAME(2, true),
    /** Some files of the oldest checkpoint are removed. */
    IN_THE_REMOVAL(3, true);

    private final int checkpoint;
    private final boolean visible;

    Moment(int checkpoint, boolean visible) {
      this.checkpoint = checkpoint;
      this.visible = visible;
    }
  }

  /** Progress of a process with its checkpoints. */
  private static final class Writing {
    private int checkpoints;
    private int states;
    private int parts;
    private int allParts;
    private int documents;
    private int removed;
    private boolean removing;

    /** Takes note of the method that begins, and returns whether this is the moment. */
    boolean isAt(Moment moment, BreakpointEvent event) {
      final String method = event.location().method().name();
      final boolean state = event.location().declaringType().name().endsWith("StateFile");
      switch (method) {
        case "write" -> {
          if (state) {
            states++;
            parts = 0;
            allParts = 1 + 2 * ((stateBytes(event) + BLOCK_BYTES - 1) / BLOCK_BYTES);
          } else if (Breakpoints.parameters(event) == 2) {
            documents++;
          } else {
            checkpoints++;
            states = 0;
            documents = 0;
            removing = false;
          }
        }
        case "writeAll" -> parts++;
        case "removeOld" -> removing = true;
        case "isDirectory" -> removed += removing ? 1 : 0;
        default -> {}
      }
      if (checkpoints != moment.checkpoint) {
        return false;
      }
      final boolean part = method.equals("writeAll");
      return switch (moment) {
        case BEFORE_THE_HEAD -> part && parts == 1;
        case AFTER_THE_HEAD -> part && parts == 2;
        case IN_THE_MIDDLE -> part && states == PARTITIONS / 2 && parts == allParts / 2 + 1;
        case BEFORE_THE_LAST_BYTES -> part && states == PARTITIONS && parts == allParts;
        case BEFORE_THE_DOCUMENT -> documents == 1;
        case BEFORE_COMPLETE -> documents == 2;
        case BEFORE_THE_RENAME -> method.equals("publish");
        case AFTER_THE_RENAME -> removing;
        case IN_THE_REMOVAL -> removed == 3;
      };
    }

    private static int stateBytes(BreakpointEvent event) {
      try {
        final ObjectReference state =
            (ObjectReference) event.thread().frame(0).getArgumentValues().get(1);
        return ((IntegerValue) state.getValue(state.referenceType().fieldByName("bytes"))).value();
      } catch (IncompatibleThreadStateException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @BeforeAll
  static void simulateUndisturbed() throws IOException {
    final Path whole = directory.resolve("whole");
    ResultFiles.make(study("--out=" + whole));
    undisturbed = ResultFiles.of(whole);
  }

  private static List<String> study(String... more) {
    final List<String> arguments = new ArrayList<>(STUDY);
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static NavigableSet<Long> ticks(Path checkpoints, String prefix) throws IOException {
    final NavigableSet<Long> ticks = new TreeSet<>();
    try (Stream<Path> all = Files.list(checkpoints)) {
      all.map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .map(name -> name.substring(prefix.length()))
          .filter(name -> name.matches("\\d+"))
          .forEach(name -> ticks.add(Long.parseLong(name)));
    }
    return ticks;
  }

  @ParameterizedTest
  @EnumSource(Moment.class)
  void shouldResume(Moment moment) throws Exception {
    final Path out = directory.resolve(moment.name());
    final Path checkpoints = directory.resolve(moment.name() + ".checkpoints");
    try (Jvm victim =
        Jvm.start(
            directory,
            List.of(),
            List.of(Breakpoints.FLAG),
            study("--checkpoint-every=5000ticks", "--out=" + out))) {
      final Writing writing = new Writing();
      Breakpoints.in(
              victim,
              Map.of(
                  PACKAGE + "StateFile", List.of("write", "writeAll"),
                  PACKAGE + "CheckpointStore", List.of("write", "publish", "removeOld"),
                  PACKAGE + "Contents", List.of("isDirectory")))
          .runUntil(event -> writing.isAt(moment, event));
      victim.signal("-KILL");
      victim.exitCode();
    }
    assertEquals(moment.visible ? 0 : 1, ticks(checkpoints, ".").size());
    final NavigableSet<Long> left = ticks(checkpoints, "");
    assertEquals(moment.checkpoint - (moment.visible ? 0 : 1), left.size(), left::toString);

    try (Jvm resumed = Jvm.start(directory, List.of("resume", out.toString(), "--threads=1"))) {
      assertEquals(ExitCode.DONE, resumed.exitCode(), resumed.err());
      assertEquals(undisturbed, ResultFiles.of(out), resumed.err());
    }
    final JsonNode parts =
        new ObjectMapper().readTree(out.resolve("manifest.json").toFile()).path("simulatedIn");
    assertEquals(2, parts.size());
    assertEquals(left.last(), parts.get(1).path("fromTick").asLong());
    assertTrue(Files.notExists(checkpoints));
  }
}
