package io.hopwright.models.topology.routing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.Families;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order of channels against a search of the whole graph for each dependency. */
class ChannelOrderTest {
  private final Random random = new Random(7);
  private NetworkDescription network;
  private int[] reverse;
  private ChannelGraph graph;
  private ChannelGraph reversed;
  private ChannelOrder order;

  private void begin(String family) {
    network = Families.make(family);
    graph = new ChannelGraph(network, 1);
    reversed = new ChannelGraph(network, 1);
    reverse = new int[graph.channels()];
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        reverse[network.firstEnd(router) + port] =
            network.firstEnd(network.far(router, port)) + network.farPort(router, port);
      }
    }
    order = new ChannelOrder(graph, reversed, reverse);
  }

  private boolean leads(int from, int to) {
    final BitSet seen = new BitSet();
    final int[] queue = new int[graph.channels()];
    queue[0] = from;
    seen.set(from);
    int reached = 1;
    for (int i = 0; i < reached; i++) {
      if (queue[i] == to) {
        return true;
      }
      for (int next = graph.firstWanted(queue[i]);
          next >= 0;
          next = graph.next(queue[i], next + 1)) {
        if (!seen.get(next)) {
          seen.set(next);
          queue[reached++] = next;
        }
      }
    }
    return false;
  }

  private void assertOrdered() {
    final int[] listed = new int[graph.channels()];
    order.list(listed);
    final int[] place = new int[listed.length];
    final BitSet all = new BitSet();
    for (int i = 0; i < listed.length; i++) {
      place[listed[i]] = i;
      all.set(listed[i]);
    }
    assertEquals(listed.length, all.cardinality());
    for (int held = 0; held < listed.length; held++) {
      for (int next = graph.firstWanted(held); next >= 0; next = graph.next(held, next + 1)) {
        assertTrue(place[held] < place[next], held + " before " + next);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus extents=4x3",
        "hyperx extents=4x3 width=1x2",
        "jellyfish routers=24 degree=4"
      })
  void shouldRefuseExactlyWhatClosesACycle(String family) {
    begin(family);
    for (int added = 0, tried = 0; tried < 20 * graph.channels(); tried++) {
      final int held = random.nextInt(graph.channels());
      final int far = routerBehind(held);
      final int wanted = network.firstEnd(far) + random.nextInt(network.ports(far));
      if (!graph.has(held, wanted)) {
        final boolean cycle = leads(wanted, held);
        assertEquals(!cycle, order.put(held, wanted), held + " to " + wanted);
        if (!cycle) {
          graph.add(held, wanted);
          reversed.add(reverse[wanted], reverse[held]);
          added++;
          if (added % 5 == 0) {
            assertOrdered();
          }
        }
      }
    }
    assertOrdered();
  }

  private int routerBehind(int channel) {
    int router = 0;
    while (network.firstEnd(router) + network.ports(router) <= channel) {
      router++;
    }
    return network.far(router, channel - network.firstEnd(router));
  }

  /** Each channel is inserted directly after the same one, until no label is left between two. */
  @Test
  void shouldFindNewLabels() {
    begin("hyperx extents=16");
    final int held = graph.channels() - 1;
    for (int wanted = 0; wanted < held; wanted++) {
      assertTrue(order.put(held, wanted));
    }
    final int[] listed = new int[graph.channels()];
    order.list(listed);
    assertArrayEquals(
        IntStream.concat(IntStream.of(held), IntStream.range(0, held).map(i -> held - 1 - i))
            .toArray(),
        listed);
    assertTrue(order.put(1, 0), "as listed");
    assertEquals(0, order.visited());
    assertTrue(order.put(0, 1));
    assertTrue(order.visited() > 0);
  }
}
