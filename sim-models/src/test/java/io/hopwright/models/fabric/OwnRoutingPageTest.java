package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.toy.NegativeFirst;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The routing function on the page about a user's own network. */
class OwnRoutingPageTest {
  private static final Path PAGE = Path.of("../docs/own-network.md");
  private static final Path CODE =
      Path.of("src/toy/java/io/hopwright/models/toy/NegativeFirst.java");

  @Test
  void shouldBeShownWhole() throws IOException {
    final String code = Files.readString(CODE);
    final String shown = code.substring(code.indexOf("/**")).strip();
    assertTrue(Files.readString(PAGE).contains("```java\n" + shown + "\n```"), PAGE::toString);
  }

  @Test
  void shouldTakeShortestRoutesWithoutCycles() {
    final Case mesh =
        Case.of(new NegativeFirst())
            .set("workload.load=0.3 run.ticks=3000 run.warmupTicks=500 run.gridTicks=500");
    final FabricSettings settings = FabricCases.read(mesh);
    assertEquals(List.of(), RouteDependencies.cycle(settings));
    final Map<String, Object> summary = mesh.result().summary();
    assertEquals(0L, ((Map<?, ?>) summary.get("zeroLoadExcessTicks")).get("min"));
    // Lines of 8 routers in two dimensions: 2·63/(3·8) links; each of 64 nodes has 63 destinations.
    assertEquals(
        2 * 63.0 / 24 * 64 / 63,
        (double) ((Map<?, ?>) summary.get("bounds")).get("meanHops"),
        1e-9);
    for (String other :
        List.of("machine.implementation=reference", "partition.shape=4x4", "run.windowTicks=1")) {
      assertEquals(summary.get("digest"), mesh.set(other).result().summary().get("digest"), other);
    }
  }
}
