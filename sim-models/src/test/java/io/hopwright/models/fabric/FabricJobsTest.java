package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed forms of {@code docs/models/fabric-jobs.md}. */
class FabricJobsTest {
  private static final String FREE_SOFTWARE =
      "workload.kind=jobs run.gridTicks=1000 software.sendTicks=0 software.recvTicks=0"
          + " software.reduceTicks=0 software.copyTicks=0 software.progress=offload software.eagerBytes=1000000";
  private static final int FLITS = 5;
  private static final int FLIT_BYTES = 8;
  private static final int HEADER = 6;
  private static final int DATA = FLITS * FLIT_BYTES - HEADER;
  private static final int IN = 3;

  @TempDir private Path folder;

  private static Case machine(String settings) {
    return Case.of(new NetworkMachine()).set(FREE_SOFTWARE).set(settings);
  }

  private static long makespan(Case model) {
    final Map<?, ?> jobs = (Map<?, ?>) model.result().summary().get("jobs");
    return (Long) ((Map<?, ?>) jobs.get("makespanTicks")).get("a");
  }

  private static int flits(int bytes) {
    return Math.max(1, (bytes + HEADER + FLIT_BYTES - 1) / FLIT_BYTES);
  }

  /** Section "Zero load" of the page, packet by packet. */
  private static long delivered(int bytes, int nodeFlitTicks, int headTicks, int... links) {
    final int packets = Math.max(1, (bytes + DATA - 1) / DATA);
    final int[] phi =
        IntStream.range(0, packets).map(i -> flits(Math.min(DATA, bytes - i * DATA))).toArray();
    long[] ready = new long[packets];
    final int stages = links.length / 2 + 2;
    for (int stage = 0; stage < stages; stage++) {
      final boolean isLink = stage > 0 && stage < stages - 1;
      long start = 0;
      for (int i = 0; i < packets; i++) {
        final int flitTicks = isLink ? links[2 * stage - 2] : nodeFlitTicks;
        start = i == 0 ? ready[0] : Math.max(ready[i], start + (long) flitTicks * phi[i - 1]);
        final long delay =
            stage == 0
                ? IN + headTicks
                : isLink
                    ? links[2 * stage - 1] + headTicks
                    : Math.max(1, IN + nodeFlitTicks * phi[i]);
        ready[i] = start + delay;
      }
    }
    return Arrays.stream(ready).max().orElseThrow();
  }

  /** The last column is the number of links between two nodes; all links are equal. */
  @ParameterizedTest
  @CsvSource({
    "machine.extents=5x3, 15, 7, 3",
    "machine.topology=mesh machine.extents=3x4, 12, 11, 5",
    "machine.extents=3x2 machine.nodesPerRouter=3, 18, 1, 0",
    "machine.topology=hyperx machine.extents=4x3 machine.nodesPerRouter=1, 12, 7, 2",
    "machine.topology=fat-tree machine.down=4;3 machine.up=2, 12, 11, 2",
    "machine.topology=fat-tree machine.down=2;2;2 machine.up=2;2, 8, 7, 4",
    "machine.topology=dragonfly machine.routersPerGroup=2 machine.globalPerRouter=1"
        + " machine.groups=3, 6, 1, 1"
  })
  void shouldTakeWhatTheClosedFormSays(String network, int ranks, int peer, int links) {
    for (String router : List.of("ideal", "vc", "vc router.speedup=2")) {
      for (String rates : List.of("1 2", "3 1", "2 5")) {
        for (int bytes : new int[] {0, 1, DATA, DATA + 1, 7 * DATA + 3, 40 * DATA}) {
          final String[] ticks = rates.split(" ", -1);
          final int[] route =
              IntStream.range(0, 2 * links)
                  .map(i -> i % 2 == 0 ? Integer.parseInt(ticks[1]) : 11)
                  .toArray();
          final Case model =
              machine(network.replace(';', ','))
                  .set("packet.flits=" + FLITS + " packet.headerBytes=" + HEADER)
                  .set("link.latency=11 nicLink.latency=" + IN)
                  .set("nicLink.flitTicks=" + ticks[0] + " link.flitTicks=" + ticks[1])
                  .set("router.model=" + router);
          final String text =
              "if rank == 0 { send to %s %s } else if rank == %s { recv from 0 }"
                  .formatted(peer, bytes, peer);
          assertEquals(
              delivered(bytes, Integer.parseInt(ticks[0]), 0, route),
              makespan(TestJob.of(text, ranks).on(model, "a", 1_000)),
              () -> model + ", " + bytes + " B");
        }
      }
    }
  }

  /** Two flows meet at a node: one has the time of the closed form, and the other waits for it. */
  @ParameterizedTest
  @CsvSource({"ideal, 1", "ideal, 2", "vc, 1", "vc, 2"})
  void shouldListFlowsThatTakeTheClosedFormUnlessTheyMeet(String router, int partitions) {
    final int bytes = 40 * DATA;
    final Case model =
        machine("machine.extents=5x3 statistics.flows=true")
            .set("packet.flits=" + FLITS + " packet.headerBytes=" + HEADER)
            .set("link.latency=11 nicLink.latency=" + IN)
            .set("router.model=" + router + " partition.count=" + partitions);
    final String text =
        "if rank == 0 or rank == 4 or rank == 14 {\n"
            + "send to 7 %s tag rank } else if rank == 7 { irecv from 0 tag 0\n".formatted(bytes)
            + "irecv from 4 tag 4\nirecv from 14 tag 14 } else if rank == 5 { send to 6 0 }"
            + " else if rank == 6 { recv from 5 }";
    final List<List<Object>> rows =
        TestJob.of(text, 15).on(model, "a", 1_000).result().tables().get("flows").rows();
    assertEquals(List.of(0, 4, 14), rows.stream().map(row -> row.get(1)).toList());
    final long alone = delivered(bytes, 1, 0, 1, 11, 1, 11, 1, 11);
    final List<Long> ticks = rows.stream().map(row -> (Long) row.get(11)).sorted().toList();
    assertTrue(ticks.get(0) >= alone, ticks::toString);
    // The port of the node carries all three messages, one after the other or in turns.
    assertTrue(ticks.get(2) >= alone + 2L * (bytes / DATA - 1) * FLITS, ticks::toString);
    assertTrue(ticks.get(2) <= alone + 2L * (bytes / DATA + 1) * FLITS, ticks::toString);
  }

  /**
   * An allreduce by a ring over a leaf–spine with links of two speeds, as a longest path. In each
   * of 2(p − 1) steps a chunk moves either to the same leaf or to the next one, in turn; or it
   * waits until the slow link has sent the chunk before it. Each of the first p − 1 steps that move
   * a chunk is followed by a reduction. Waiting is longest before the last move, which is to
   * another leaf.
   */
  @ParameterizedTest
  @CsvSource({"ideal, 11, 0", "vc, 11, 64", "ideal, 900, 64", "vc, 900, 0"})
  void shouldTakeAsLongForARingAsItsStepsOrItsSlowestLink(String router, int latency, int reduce)
      throws IOException {
    final int ranks = 8;
    final int chunk = 20 * DATA;
    final Case model =
        machine("machine.topology=file")
            .with("machine.file", InputFile.of(leafSpine(latency)))
            .set("packet.flits=" + FLITS + " packet.headerBytes=" + HEADER)
            .set("nicLink.rate=8GB/s software.reduceTicks=" + reduce)
            .with("nicLink.latency", IN + "ns", "router.model", router);
    final int[] route = {4, latency, 4, latency};
    final long local = delivered(chunk, 1, 0);
    final long apart = delivered(chunk, 1, 0, route);
    assertEquals(19L * 5 + IN + IN + 5, local);
    assertEquals(19L * 20 + IN + 2L * latency + IN + 5, apart);
    final long reduceTicks = (chunk * (long) reduce + 1023) / 1024;
    final int steps = 2 * (ranks - 1);
    long longest = 0;
    for (int waits = 0; waits < steps; waits++) {
      final int moves = steps - waits;
      final long ofSteps = (moves + 1) / 2 * apart + moves / 2 * local;
      final int reductions = Math.min(ranks - 1, waits == 0 ? moves : moves - 1);
      longest = Math.max(longest, waits * 20L * 20 + ofSteps + reductions * reduceTicks);
    }
    assertEquals(latency == 11, longest == delivered(steps * chunk, 1, 0, route));
    final Case ring =
        TestJob.of("allreduce %s using ring".formatted(ranks * chunk), ranks).on(model, "a", 1);
    assertEquals(longest, makespan(ring));
  }

  /**
   * Returns a file of four leaves with two nodes each, below a spine with links four times slower.
   */
  private Path leafSpine(int latency) throws IOException {
    final StringBuilder text =
        new StringBuilder("kind fast latency=%1$sns rate=8GB/s\n".formatted(latency));
    text.append("kind slow latency=%sns rate=2GB/s\nrouter s\nrouter f\n".formatted(latency));
    for (int leaf = 0; leaf < 4; leaf++) {
      text.append("router l%1$s\nnodes 2 at l%1$s\nlink l%1$s s kind=slow\n".formatted(leaf));
    }
    // Shortest routes take the spine of the lower number; the other one has one leaf less.
    for (int leaf = 0; leaf < 3; leaf++) {
      text.append("link l%s f kind=fast\n".formatted(leaf));
    }
    return Files.writeString(folder.resolve("leaf-spine"), text);
  }

  @Test
  void shouldRefusePacketsThatMessagesDoNotFit() {
    final Case model =
        TestJob.of("barrier", 4).on(machine("packet.bytes=70000 link.flitBytes=512"), "a", 1);
    final SettingsException large = assertThrows(SettingsException.class, model::network);
    assertTrue(large.getMessage().contains("at most 65535 B"), large::getMessage);
    final Case small = model.set("packet.bytes=24 software.headerBytes=25");
    final SettingsException header = assertThrows(SettingsException.class, small::network);
    assertTrue(header.getMessage().contains("software.headerBytes"), header::getMessage);
  }
}
