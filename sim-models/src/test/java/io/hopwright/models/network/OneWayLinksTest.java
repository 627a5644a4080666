package io.hopwright.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links of files without a reverse link, and links whose directions differ. */
class OneWayLinksTest {
  private static final int FEW = 8;

  @TempDir Path folder;

  private Case file(String text) throws IOException {
    final Path file = Files.writeString(folder.resolve("network"), text);
    return Case.of(new NetworkMachine())
        .set("machine.topology=file run.warmupTicks=100 run.ticks=600 run.gridTicks=100")
        .with("machine.file", InputFile.of(file));
  }

  private static String ring(int routers) {
    final StringBuilder text = new StringBuilder();
    IntStream.range(0, routers).forEach(i -> text.append("router r").append(i).append('\n'));
    IntStream.range(0, routers)
        .forEach(i -> text.append("link r%s > r%s latency=7\n".formatted(i, (i + 1) % routers)));
    return text.toString();
  }

  /** The other three of four nodes are 1, 2 and 3 links away. */
  @Test
  void shouldCountOnlyTheDirectionsThatAreThere() throws IOException {
    final Case ring = file(ring(4)).set("workload.kind=shift workload.distance=3");
    final RunResult result = ring.set("workload.load=0.1 statistics.links=link").result();
    assertEquals(3.0, result.summary().get("meanHops"));
    assertEquals(4, result.tables().get("links-by-link").rows().size());
    final List<Object> row = result.tables().get("links-by-link").rows().get(0);
    assertEquals("to r1", row.get(row.size() - 2));
    assertEquals(7, ring.set("partition.count=2").network().lookaheadTicks());
    final Map<?, ?> bounds = (Map<?, ?>) result.summary().get("bounds");
    // 1 tick into the network, three links of 7 ticks, 9 ticks out of it.
    assertEquals(31.0, bounds.get("quietTicks"));
    assertEquals(1.0 / 3, (double) bounds.get("load"), 1e-9, "a link carries those of three nodes");
    final RunResult saturated =
        ring.set("workload.load=saturated run.ticks=20000 run.gridTicks=1000").result();
    assertTrue(
        (double) saturated.summary().get("throughput") <= 1.001 * (double) bounds.get("throughput"),
        saturated.summary()::toString);
  }

  @Test
  void shouldFindCyclesOfOneDirection() throws IOException {
    final SettingsException refused =
        assertThrows(
            SettingsException.class, () -> file(ring(4)).set("router.routing=shortest").network());
    assertTrue(refused.getMessage().contains("waits for"), refused::getMessage);
    assertThrows(
        SettingsException.class, () -> file(ring(4)).set("router.routing=up-down").network());
    final RunResult stuck =
        file(ring(4))
            .set("router.routing=shortest router.deadlock=allow workload.load=saturated")
            .set("run.ticks=20000 run.gridTicks=1000 link.latency=1")
            .result();
    assertTrue(stuck.summary().containsKey("digest"));
  }

  @Test
  void shouldRefuseNetworksWithoutAWayBack() throws IOException {
    final SettingsException refused =
        assertThrows(
            SettingsException.class,
            () -> file("router a\nrouter b\nrouter c\nlink a > b\nlink b > c\n").network());
    assertTrue(
        refused.getMessage().contains("router b reaches 2 of 3 routers, but not router a"),
        refused::getMessage);
  }

  /**
   * Returns a network of links in one and in both directions, in which each router reaches each.
   */
  private static String random(Random random) {
    final int routers = random.nextInt(3, 7);
    final StringBuilder text = new StringBuilder();
    IntStream.range(0, routers).forEach(i -> text.append("router r").append(i).append('\n'));
    for (int i = 0; i < routers; i++) {
      text.append("nodes ").append(random.nextInt(1, 3)).append(" at r").append(i).append('\n');
    }
    final List<int[]> links = new ArrayList<>();
    IntStream.range(0, routers).forEach(i -> links.add(new int[] {i, (i + 1) % routers}));
    for (int i = random.nextInt(6); i > 0; i--) {
      final int from = random.nextInt(routers);
      links.add(new int[] {from, (from + random.nextInt(1, routers)) % routers});
    }
    for (int[] link : links) {
      final boolean oneWay = random.nextBoolean();
      text.append(
          "link r%s %sr%s latency=%s"
              .formatted(link[0], oneWay ? "> " : "", link[1], random.nextInt(1, 9)));
      text.append(oneWay ? "" : "/" + random.nextInt(1, 9));
      text.append(random.nextBoolean() ? " kind=a\n" : oneWay ? "\n" : " kind=a/b\n");
    }
    return text.toString();
  }

  static LongStream seeds() {
    return LongStream.range(0, RandomCases.count(FEW)).map(i -> RandomCases.first(0) + i);
  }

  private Case random(long seed) throws IOException {
    final Random random = new Random(seed);
    final boolean queued = random.nextBoolean();
    return file(random(random))
        .with(
            "router.routing",
            queued
                ? Case.oneOf(random, "auto", "ecmp", "valiant", "adaptive", "ugal-l")
                : Case.oneOf(random, "auto", "hops", "layers", "ecmp", "valiant"))
        .with("router.model", queued ? "vc" : "ideal")
        .with("packet.flits", random.nextInt(1, 6))
        .with("seed", random.nextLong())
        .with("workload.load", random.nextDouble(0.2, 1))
        .with("workload.kind", Case.oneOf(random, "uniform", "shift", "permutation"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldMeasureAsTheReference(long seed) throws IOException {
    SameResults.check(random(seed).with("partition.count", seed % 3 + 1), List.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldGiveEqualResultsOnAllSplits(long seed) throws IOException {
    final Case whole = random(seed).set("statistics.links=link statistics.heat=always");
    for (int count = 2; count <= 3; count++) {
      assertEquals(whole.text(), whole.with("partition.count", count).text(), whole::toString);
    }
  }
}
