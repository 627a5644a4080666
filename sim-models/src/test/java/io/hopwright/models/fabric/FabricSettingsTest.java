package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Grid;
import org.junit.jupiter.api.Test;

/** Networks that contradict their declarations. */
class FabricSettingsTest {
  private static final Fabric RING =
      Fabric.of(new Grid(Grid.Axis.ring("x", 4)))
          .routing((router, input, vc, source, destination, choices) -> 0);

  private static FabricSpec spec() {
    return FabricSpec.of("test", "a test", "ASSUMED");
  }

  private static void assertRefused(String part, FabricSpec spec, Fabric fabric) {
    final String message =
        assertThrows(IllegalArgumentException.class, () -> FabricSettings.check(spec, fabric))
            .getMessage();
    assertTrue(message.contains(part) && message.contains("; "), message);
  }

  @Test
  void shouldRefuseWhatDoesNotFitTheDeclaration() {
    assertRefused("routing function", spec(), Fabric.of(RING.topology()));
    assertRefused("axes [y]", spec().axes("y"), RING);
    assertRefused("not one node", spec().axes("x"), RING.nodes(router -> 2));
    assertRefused("groups of nodes", spec().groups(), RING);
    assertRefused("class 1 of 1", spec(), RING.links((router, port) -> 1));
  }

  @Test
  void shouldTakeWhatFits() {
    assertDoesNotThrow(() -> FabricSettings.check(spec().axes("x"), RING));
    assertDoesNotThrow(() -> FabricSettings.check(spec(), RING.nodes(router -> 3)));
    assertDoesNotThrow(
        () ->
            FabricSettings.check(
                spec().links(LinkSpec.named("a"), LinkSpec.named("b")),
                RING.links((router, port) -> port)));
  }
}
