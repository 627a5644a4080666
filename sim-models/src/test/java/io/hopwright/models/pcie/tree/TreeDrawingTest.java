package io.hopwright.models.pcie.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.Drawings;
import io.hopwright.models.topology.Graph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeDrawingTest {
  private static int[] numbers(String text) {
    return Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray();
  }

  private static Drawing drawing(PcieElements elements) {
    return new TreeDrawing(elements, elements.graph()).drawing();
  }

  /** All links are straight lines, except those around ends and to other planes. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 1x1x1, 1, 1, 0",
    "NONE, 1x1x1, 2, 2x2, 0",
    "NONE, 1x1x1, 2, 1, 0",
    "NONE, 1x1x1, 1, 2x2x2, 0",
    "NONE, 1x1x1, 1, 8x8x4, 0",
    "NONE, 1x1x1, 1, 2x2x2x2x2x2x2, 0",
    "NONE, 1x1x1, 2, 1x3x1x1x2x1x2, 0",
    "NONE, 1x1x1, 1, 1x1x1x1x1x1x1x1x1x1x1x1x1x1x1, 0",
    "PEACH2, 5x1x1, 1, 1x2x1x2x2, 0",
    "INFINIBAND, 1x1x1, 1, 2, 0",
    "INFINIBAND, 3x1x1, 2, 2x2, 0",
    "INFINIBAND, 16x1x1, 1, 2x2, 0",
    "INFINIBAND, 7x1x1, 2, 1, 0",
    "PEACH2, 2x1x1, 1, 2, 0",
    "PEACH2, 8x1x1, 1, 2, 0",
    "PEACH2, 7x1x1, 2, 2x2, 0",
    "PEACH2, 5x2x1, 1, 2, 4",
    "PEACH2, 2x2x1, 1, 1, 0",
    "APENET, 4x1x1, 1, 1, 0",
    "APENET, 4x2x1, 1, 2, 4",
    "APENET, 3x3x1, 2, 2, 12",
    "APENET, 2x2x2, 1, 1, 8",
    "APENET, 3x2x3, 1, 2, 48"
  })
  void shouldDrawTrees(
      HostInterconnect cards, String shape, int sockets, String fanout, int shortArrows) {
    final PcieElements elements = new PcieElements(cards, numbers(shape), sockets, numbers(fanout));
    final Graph graph = elements.graph();
    int links = 0;
    for (int end = 0; end < graph.routers() * graph.ports(); end++) {
      links += graph.neighbour(end / graph.ports(), end % graph.ports()) >= 0 ? 1 : 0;
    }
    assertEquals(links - shortArrows, Drawings.check(graph, drawing(elements)));
  }

  @Test
  void shouldCallElementsAsUsersDo() {
    final Drawing drawing =
        drawing(new PcieElements(HostInterconnect.PEACH2, new int[] {4, 1, 1}, 1, 2));
    assertEquals("GPU 3", drawing.spots().get(8).name());
    assertEquals("GPU", drawing.spots().get(8).kind());
    assertEquals("host 1", drawing.spots().get(8).place());
    assertEquals("host 1", drawing.spots().get(8).block());
  }
}
