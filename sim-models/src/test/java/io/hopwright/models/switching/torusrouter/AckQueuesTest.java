package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.topology.Torus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AckQueuesTest {
  private static final int NODES = 2;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldReturnTokenAcksInOrder(long seed) {
    final Random random = new Random(seed);
    final List<RouterDesign> designs = Designs.many();
    final RouterDesign design = designs.get(random.nextInt(designs.size()));
    final NodeLayout layout = new NodeLayout(design, Designs.injection(false, 1));
    final long[] state = new long[layout.words(NODES)];
    final AckQueues queues = new AckQueues(state, layout);
    final List<Deque<Integer>> expected = new ArrayList<>();
    for (int i = 0; i < NODES * Torus.PORTS; i++) {
      expected.add(new ArrayDeque<>());
    }
    final int most = layout.ackRing() - 1;
    for (int step = 0; step < 20_000; step++) {
      final int node = random.nextInt(NODES);
      final int port = random.nextInt(Torus.PORTS);
      final int base = layout.base(node);
      final Deque<Integer> queue = expected.get(node * Torus.PORTS + port);
      final boolean filling = step / 3_000 % 2 == 0;
      if (queue.size() < most && (queue.isEmpty() || random.nextInt(4) == 0 != filling)) {
        final int vc = random.nextInt(7);
        final int charge = 1 + random.nextInt(8);
        queues.add(base, port, vc, charge);
        queue.add(charge * 8 + vc);
      } else {
        final int ack = queues.remove(base, port);
        final int wanted = queue.remove();
        assertEquals(wanted & 7, AckQueues.vc(ack), "seed " + seed + ", step " + step);
        assertEquals(wanted >> 3, AckQueues.charge(ack), "seed " + seed + ", step " + step);
      }
      int waiting = 0;
      for (int p = 0; p < Torus.PORTS; p++) {
        waiting |= expected.get(node * Torus.PORTS + p).isEmpty() ? 0 : 1 << p;
      }
      assertEquals(
          waiting,
          RouterFlags.ackOutputs(state[base + NodeLayout.FLAGS]),
          "seed " + seed + ", step " + step);
    }
  }
}
