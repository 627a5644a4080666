package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.models.Machines;
import io.hopwright.models.topology.family.Families;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.topology.NetworkSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands about networks. */
class TopologyTest {
  @TempDir private Path directory;

  private static Program.Outcome topology(String... words) {
    return new Program()
        .execute(
            Machines.all(),
            Stream.concat(Stream.of("topology"), Stream.of(words)).toArray(String[]::new));
  }

  private static JsonNode info(String... words) throws IOException {
    final Program.Outcome outcome =
        topology(
            Stream.concat(Stream.of("info", "--json"), Stream.of(words)).toArray(String[]::new));
    assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
    return outcome.json();
  }

  private static JsonNode routing(JsonNode info, String name) {
    for (JsonNode row : info.get("routings")) {
      if (row.get("routing").asText().equals(name)) {
        return row;
      }
    }
    throw new AssertionError("no " + name + " in " + info);
  }

  /**
   * Computed by hand. fat-tree-108: 3 leaves, 12 spines; 36 hosts a leaf, each pair of leaves over
   * one spine: 36 · 36 pairs. slim-fly-50: a link carries its own pair and the pairs of 6 + 6
   * routers behind it, 13, of 4 · 4 nodes. nvswitch-8: 56 pairs leave 8 GPUs over 4 links each, 7
   * over 4: at least 2. gpu-mesh-cube: 4 neighbours, 3 at distance 2: 80 links of routes over 32,
   * so at least 3.
   */
  @ParameterizedTest
  @CsvSource({
    "fat-tree-108, 15, 36, 108, 2, 1.657142857, 1296",
    "slim-fly-50, 50, 175, 200, 2, 1.857142857, 208",
    "twisted-torus-4x4x8, 128, 384, 128, 6, 3.464566929, 0",
    "jellyfish-200, 200, 800, 800, 4, 2.759698492, 0",
    "gpu-mesh-cube, 8, 16, 8, 2, 1.428571429, 4",
    "nvswitch-8, 12, 32, 8, 2, 1.515151515, 2"
  })
  void shouldReportTheShippedNetworks(
      String name, int routers, int links, int nodes, int diameter, double mean, long most)
      throws IOException {
    final JsonNode info = info(name);
    assertEquals(routers, info.get("routers").asInt());
    assertEquals(links, info.get("links").asInt());
    assertEquals(nodes, info.get("nodes").asInt());
    assertEquals(diameter, info.get("diameter").asInt());
    assertEquals(mean, info.get("meanDistance").asDouble(), 1e-8);
    assertEquals("yes", info.get("connected").asText());
    if (most > 0) {
      assertEquals(most, routing(info, "shortest").get("mostPairsOnALink").asLong());
    }
    assertEquals("free", routing(info, "up-down").get("deadlock").asText());
  }

  @Test
  void shouldShipNetworksThatTheyNameAndDescribe() throws IOException {
    assertEquals(6, NetworkSource.shipped().size());
    final Program.Outcome none = topology("info", "no-such-network");
    assertEquals(ExitCode.WRONG_INPUT, none.exitCode());
    for (String name : NetworkSource.shipped()) {
      assertTrue(none.err().contains(name));
    }
    assertEquals(
        List.of("double", "single"),
        Stream.of(0, 1)
            .map(i -> classes("gpu-mesh-cube").get(i).get("kind").asText())
            .sorted()
            .toList());
  }

  private static JsonNode classes(String name) {
    try {
      return info(name).get("linkClasses");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldMakeAndConvertAndReportAgain() throws IOException {
    for (String family : Families.names()) {
      final String[] keys =
          switch (family) {
            case "torus", "mesh", "hyperx", "twisted-torus" -> new String[] {"extents=3x4"};
            case "dragonfly" -> new String[] {"routersPerGroup=2", "globalPerRouter=1"};
            case "fat-tree" -> new String[] {"down=2x2", "up=2"};
            case "crossbar" -> new String[] {"nodes=5"};
            case "slim-fly", "polarfly" -> new String[] {"q=3"};
            default -> new String[] {"routers=8", "degree=3"};
          };
      final Program.Outcome made =
          topology(
              Stream.concat(Stream.of("make", family), Stream.of(keys)).toArray(String[]::new));
      assertEquals(ExitCode.DONE, made.exitCode(), made.err());
      final Path own = Files.writeString(directory.resolve(family), made.out());
      final JsonNode info = info(own.toString());
      assertTrue(info.get("family").asText().startsWith(family));
      final Path xml = directory.resolve(family + ".graphml");
      final Program.Outcome converted = topology("convert", own.toString(), xml.toString());
      assertEquals(ExitCode.DONE, converted.exitCode(), converted.err());
      assertTrue(converted.err().contains("graphml cannot express"), converted.err());
      assertEquals(info.get("degrees"), info(xml.toString()).get("degrees"));
      assertEquals(info.get("meanDistance"), info(xml.toString()).get("meanDistance"));
    }
  }

  @Test
  void shouldNameTheCycleAndTheRemedy() throws IOException {
    final Path file = directory.resolve("torus");
    Files.writeString(file, topology("make", "torus", "extents=8").out());
    final JsonNode info = info(file.toString());
    assertTrue(
        routing(info, "shortest").get("deadlock").asText().startsWith("possible: 0→1 VC 0 waits"));
    assertEquals(2, routing(info, "layers").get("vcs").asInt());
    assertEquals("free", routing(info, "layers").get("deadlock").asText());
    assertEquals(4, routing(info, "hops").get("vcs").asInt());
    assertEquals(1, routing(info, "up-down").get("vcs").asInt());
    assertEquals(2, info.get("bisectionLinks").asInt());
    final String text = topology("info", file.toString()).out();
    assertTrue(text.contains("dimension-order  2"), text);
  }

  @Test
  void shouldReportPartsAndPartitions() throws IOException {
    final Path file = directory.resolve("parts");
    Files.writeString(
        file,
        """
        router a partition=0
        router b partition=1
        router c partition=1
        link a b latency=5ns
        link b > a latency=6ns
        """);
    final JsonNode info = info(file.toString());
    assertEquals(
        "no: router a reaches 2 of 3 routers, but not router c", info.get("connected").asText());
    assertEquals(3, info.get("linksCut").asInt());
    assertEquals("at most 5ns", info.get("lookahead").asText());
    assertEquals(
        "not checked: the network is not connected",
        info.get("routings").get(0).get("deadlock").asText());
  }

  @Test
  void shouldEndWithExitCodeTwo() throws IOException {
    final Path bad = Files.writeString(directory.resolve("bad"), "router a\nlink a b\n");
    final Program.Outcome outcome = topology("info", bad.toString());
    assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode());
    assertEquals(
        "hopwright: "
            + bad
            + ":2: there is no router 'b' above this line; declare it with router"
            + " NAME\n",
        outcome.err());
    assertEquals(ExitCode.WRONG_INPUT, topology("make", "torus").exitCode());
    assertEquals(
        ExitCode.WRONG_INPUT,
        topology("convert", "slim-fly-50", directory.resolve("x").toString(), "--to", "topo")
            .exitCode());
    final Path other = Files.writeString(directory.resolve("notes"), "a b c d e f g\n");
    assertEquals(
        ExitCode.WRONG_INPUT, topology("convert", "slim-fly-50", other.toString()).exitCode());
    assertEquals("a b c d e f g\n", Files.readString(other));
    final Program.Outcome same = topology("convert", bad.toString(), bad.toString());
    assertEquals(ExitCode.WRONG_INPUT, same.exitCode());
    assertTrue(same.err().endsWith("this is also the input file; name another\n"), same.err());
    assertFalse(topology("make", "crossbar", "nodes=3").out().isEmpty());
  }

  @Test
  void shouldCheckATableOfNextHops() throws IOException {
    final Path line = Files.writeString(directory.resolve("line.edges"), "a b\nb c\n");
    final Path table =
        Files.writeString(
            directory.resolve("t.csv"),
            "router,destination,next\na,b,b\na,c,b\nb,a,a\nb,c,c\nc,a,b\nc,b,b\n");
    final JsonNode info = info(line.toString(), "--table", table.toString(), "--nodes", "1");
    assertEquals(3, info.get("nodes").asInt());
    assertEquals("free", routing(info, "table").get("deadlock").asText());
    assertEquals(2, routing(info, "table").get("longestRoute").asInt());
  }
}
