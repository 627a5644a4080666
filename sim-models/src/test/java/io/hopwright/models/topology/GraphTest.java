package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
  private static final List<String> PORTS = List.of("a", "b", "c");

  /** A grid equals the graph of its links, listed in any order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldJoinWhatTheListJoins(int axes) {
    for (Grid.Axis[] shape : GridTest.shapes(axes)) {
      final Grid grid = new Grid(shape);
      final Graph graph = new Graph(grid.routers(), names(grid), links(grid));
      Topologies.check(graph);
      assertEquals(grid.routers(), graph.routers());
      assertEquals(List.of((long) grid.routers()), graph.shape());
      for (int router = 0; router < grid.routers(); router++) {
        for (int port = 0; port < grid.ports(); port++) {
          assertEquals(grid.portName(port), graph.portName(port));
          assertEquals(grid.neighbour(router, port), graph.neighbour(router, port));
          assertEquals(grid.neighbourPort(router, port), graph.neighbourPort(router, port));
        }
      }
    }
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.ports()).mapToObj(topology::portName).toList();
  }

  /** Returns each link once, from one of its ends. */
  private static List<Graph.Link> links(Grid grid) {
    final Random random = new Random(1);
    final List<Graph.Link> links = new ArrayList<>();
    for (int router = 0; router < grid.routers(); router++) {
      for (int port = 0; port < grid.ports(); port += 2) {
        final int far = grid.neighbour(router, port);
        if (far != Topology.NONE) {
          links.add(
              random.nextBoolean()
                  ? new Graph.Link(router, port, far, port + 1)
                  : new Graph.Link(far, port + 1, router, port));
        }
      }
    }
    Collections.shuffle(links, random);
    return links;
  }

  @Test
  void shouldRefuseAPortThatIsUsedTwice() {
    refused("port b of router 1", new Graph.Link(0, 0, 1, 1), new Graph.Link(1, 1, 2, 0));
    refused("port a of router 0", new Graph.Link(0, 0, 1, 1), new Graph.Link(2, 1, 0, 0));
    refused("port a of router 0", new Graph.Link(0, 0, 0, 0));
  }

  @Test
  void shouldRefuseRoutersAndPortsThatAreNotThere() {
    refused("0 to 2", new Graph.Link(0, 0, 3, 0));
    refused("0 to 2", new Graph.Link(-1, 0, 2, 0));
    refused("0 to 2", new Graph.Link(0, 3, 2, 0));
    refused("0 to 2", new Graph.Link(0, 0, 2, -1));
  }

  private static void refused(String reason, Graph.Link... links) {
    final String message =
        assertThrows(IllegalArgumentException.class, () -> new Graph(3, PORTS, List.of(links)))
            .getMessage();
    assertTrue(message.contains(reason), message);
  }

  /** A hub has three ports, and each of three routers has one. */
  @Test
  void shouldGiveEachRouterItsOwnPorts() {
    final List<String> one = List.of("up");
    final Graph star =
        new Graph(
            List.of(one, PORTS, one, one),
            List.of(new Graph.Link(0, 0, 1, 0), new Graph.Link(1, 1, 2, 0)));
    assertEquals(3, star.ports());
    assertEquals(1, star.ports(0));
    assertEquals(3, star.ports(1));
    assertEquals("up", star.portName(2, 0));
    assertEquals("b", star.portName(1, 1));
    assertEquals("b", star.portName(1));
    assertEquals(2, star.neighbour(1, 1));
    assertEquals(1, star.neighbourPort(2, 0));
    assertEquals(Topology.NONE, star.neighbour(1, 2));
    assertEquals(Topology.NONE, star.neighbour(0, 1));
    assertEquals(Topology.NONE, star.neighbourPort(3, 2));
    assertEquals(
        "Link[router=0, port=1, farRouter=1, farPort=2]: ports of router 0 are 0 to 0",
        assertThrows(
                IllegalArgumentException.class,
                () -> new Graph(List.of(one, PORTS), List.of(new Graph.Link(0, 1, 1, 2))))
            .getMessage());
  }

  @Test
  void shouldRefuseNamesThatAreTheSame() {
    final List<String> twice = List.of("a", "b", "a");
    assertThrows(IllegalArgumentException.class, () -> new Graph(3, twice, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Graph(0, PORTS, List.of()));
  }
}
