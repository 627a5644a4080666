package io.hopwright.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partitions of networks: results are the same for each cut. */
class NetworkCutTest {
  private static final String RUN =
      "workload.load=saturated run.ticks=600 run.warmupTicks=100 run.gridTicks=100";

  private static Case machine(String settings) {
    return Case.of(new NetworkMachine()).set(settings).set(RUN);
  }

  private static void assertSame(Case model, String... cuts) {
    final List<String> texts = new ArrayList<>(List.of(model.text()));
    for (String cut : cuts) {
      final Case split = model.set(cut);
      assertTrue(split.network().partitions() > 1, split::toString);
      texts.add(split.text());
    }
    assertEquals(1, texts.stream().distinct().count(), model::toString);
  }

  private static void assertRefused(String part, Case model) {
    final SettingsException refused = assertThrows(SettingsException.class, model::network);
    assertTrue(refused.getMessage().contains(part), refused::getMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2, 1 4",
    "topology=fat-tree machine.down=2x2x4 machine.up=2x3 machine.bundle=1x2, 1 3"
  })
  void shouldGiveEqualResultsByGroups(String network, String groups) {
    for (String model :
        List.of("ideal", "vc", "vc router.routing=ugal-l", "vc router.routing=adaptive")) {
      final String[] numbers = groups.split(" ", -1);
      assertSame(
          machine("machine." + network + " router.model=" + model),
          "partition.groups=" + numbers[0],
          "partition.groups=" + numbers[1],
          "partition.count=3");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "machine.topology=slim-fly machine.q=3",
    "machine.topology=jellyfish machine.routers=12 machine.degree=3 router.model=vc",
    "machine.extents=4x3 machine.nodesPerRouter=2"
  })
  void shouldGiveEqualResultsGrown(String network) {
    assertSame(machine(network), "partition.count=2", "partition.count=5", "partition.count=12");
  }

  @Test
  void shouldTakePartitionsFromTheFile(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("ring");
    Files.writeString(
        file,
        """
        router a partition=7
        router b partition=2
        router c partition=7
        router d partition=2
        link a b
        link b c
        link c d
        link d a
        """);
    final Case ring =
        machine("machine.topology=file router.routing=up-down")
            .with("machine.file", InputFile.of(file));
    assertSame(ring, "partition.fromFile=true");
    assertEquals(2, ring.set("partition.fromFile=true").network().partitions());
    final Path half = folder.resolve("half");
    Files.writeString(half, "router a partition=1\nrouter b\nlink a b\n");
    assertRefused(
        "states no partition of router b",
        ring.with("machine.file", InputFile.of(half)).set("partition.fromFile=true"));
  }

  /** Only the long links between groups are cut. */
  @Test
  void shouldLookAsFarAheadAsTheLinksBetweenGroups() {
    final Case dragonfly =
        machine(
            "machine.topology=dragonfly machine.routersPerGroup=4 machine.globalPerRouter=2"
                + " link.local.latency=3 link.global.latency=50");
    assertEquals(50, dragonfly.set("partition.groups=3").network().lookaheadTicks());
    assertEquals(3, dragonfly.set("partition.shape=3").network().lookaheadTicks());
    assertEquals(3, dragonfly.set("partition.groups=3").network().partitions());
  }

  @Test
  void shouldKeepSubtreesTogether() {
    final Case tree = machine("machine.topology=fat-tree machine.down=2x2x6 machine.up=2x2");
    assertEquals(3, tree.set("partition.groups=2").network().partitions());
    assertEquals(2, tree.set("partition.groups=5").network().partitions());
    assertEquals(1, tree.set("partition.groups=6").network().partitions());
    assertEquals(24 / 3, tree.set("partition.groups=2").network().nodes(0));
  }

  @Test
  void shouldRefuseCutsThatDoNotFit() {
    assertRefused(
        "partition.count: and partition.shape are both set",
        machine("partition.shape=4 partition.count=2"));
    assertRefused("use partition.count for any network", machine("partition.groups=2"));
    assertRefused("the network has 64 routers", machine("partition.count=65"));
    assertRefused("states no partition of router", machine("partition.fromFile=true"));
  }
}
