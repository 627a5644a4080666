package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.trace.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of other tools on the ideal machine: what they say happens, as if GOAL said it. */
class TraceRunTest {
  @TempDir private Path directory;

  private String ends(Program program) {
    final IdealRun run = IdealRun.of("barrier", program.ranks(), Map.of());
    final PlacedJob job = GoalRunTest.with(run.jobs().get(0), program);
    return GoalRunTest.ends(
        new IdealRun(run.design(), run.software(), List.of(job), run.windowTicks()).outcome(),
        List.of(job));
  }

  private Program goal(String text) throws IOException {
    return GoalFile.read("g", Files.writeString(directory.resolve("g"), text)).orElseThrow();
  }

  private Program trace(String name, String text) throws IOException {
    return TraceFormats.read(name, Files.writeString(directory.resolve(name), text)).orElseThrow();
  }

  @Test
  void shouldRunFlowsAndTriggersOfHtsim() throws IOException {
    final String flows =
        """
        Nodes 3
        Connections 4
        Triggers 2
        0->1 id 1 start 2000000 size 4000 recv_done_trigger 1 send_done_trigger 2
        0->2 id 2 start 5000000 size 100 recv_done_trigger 2
        1->2 id 3 trigger 1 size 20000
        2->0 id 4 trigger 2 size 8
        trigger id 1 oneshot
        trigger id 2 barrier count 2
        """;
    final String same =
        """
        num_ranks 3
        rank 0 {
        r: recv 8b from 2 tag 3
        a: send 4000b to 1 tag 0
        b: send 100b to 2 tag 1
        t: calc 2000 cpu 1
        u: calc 3000 cpu 1
        u requires t
        a requires t
        b requires u
        m: send 0b to 2 tag 5
        m requires a
        }
        rank 1 {
        r: recv 4000b from 0 tag 0
        a: send 20000b to 2 tag 2
        g: calc 0 cpu 2
        g requires r
        a requires g
        }
        rank 2 {
        r: recv 100b from 0 tag 1
        s: recv 20000b from 1 tag 2
        a: send 8b to 0 tag 3
        g: calc 0 cpu 2
        m: recv 0b from 0 tag 5
        g requires m
        g requires r
        a requires g
        }
        """;
    assertEquals(ends(goal(same)), ends(trace("f.cm", flows)));
  }

  @Test
  void shouldStartFlowsAtTheirTicks() throws IOException {
    final String one = "Nodes 2\n0->1 start %s size 1\n";
    final IdealRun run = IdealRun.of("barrier", 2, Map.of());
    long before = -1;
    for (long start : List.of(0L, 1_000L, 7_000_000L)) {
      final Program program = trace("one.cm", one.formatted(start));
      final PlacedJob job = GoalRunTest.with(run.jobs().get(0), program);
      final long makespan =
          new IdealRun(run.design(), run.software(), List.of(job), run.windowTicks()).makespan();
      assertEquals(before < 0 ? makespan : before + start / 1_000, makespan);
      before = before < 0 ? makespan : before;
    }
  }
}
