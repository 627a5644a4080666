package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.topology.Torus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeLayoutTest {
  private static final int NODES = 3;

  static List<RouterDesign> designs() {
    return Designs.many();
  }

  @ParameterizedTest
  @MethodSource("designs")
  void shouldGiveEveryFieldWordsOfItsOwn(RouterDesign design) {
    for (int chunks : new int[] {1, 3, 8}) {
      final Injection injection = Designs.injection(design.highPriority(), chunks);
      final NodeLayout layout = new NodeLayout(design, injection);
      final Map<Integer, String> owners = new HashMap<>();
      for (int node = 0; node < NODES; node++) {
        claimNode(owners, layout, design, injection, node);
      }
      for (int word : owners.keySet()) {
        assertTrue(word >= 0 && word < layout.words(NODES), () -> word + ": " + owners.get(word));
      }
      assertEquals(layout.words(NODES), owners.size(), "words that nobody uses");
    }
  }

  private static void claimNode(
      Map<Integer, String> owners,
      NodeLayout layout,
      RouterDesign design,
      Injection injection,
      int node) {
    final int base = layout.base(node);
    final String name = "node " + node;
    for (int output = 0; output < Torus.PORTS; output++) {
      claim(owners, base + NodeLayout.WANTS + output, name + " WANTS " + output);
    }
    claim(owners, base + NodeLayout.HOME, name + " HOME");
    claim(owners, base + NodeLayout.FLAGS, name + " FLAGS");
    claim(owners, base + NodeLayout.HEADERS, name + " HEADERS");
    claim(owners, base + NodeLayout.TAILS, name + " TAILS");
    claim(owners, base + NodeLayout.ONE_FITS, name + " ONE_FITS");
    claim(owners, base + NodeLayout.TWO_FIT, name + " TWO_FIT");
    claim(owners, base + NodeLayout.ID, name + " ID");
    claim(owners, base + NodeLayout.READY, name + " READY");
    claim(owners, base + NodeLayout.BYPASSING, name + " BYPASSING");
    claim(owners, base + NodeLayout.HIGH_ESCAPE, name + " HIGH_ESCAPE");
    claim(owners, base + NodeLayout.ORDERED, name + " ORDERED");
    for (int port = 0; port < Torus.PORTS; port++) {
      for (int vc = 0; vc < design.vcs(); vc++) {
        claim(owners, layout.fifo(base, 8 * port + vc), name + " FIFO " + port + "." + vc);
      }
      assertEquals(layout.link(base, 0) + port * layout.portWords(), layout.link(base, port));
      for (int word = 0; word < TokenAcks.words(layout.ackRing()); word++) {
        claim(owners, layout.link(base, port) + word, name + " link " + port);
      }
    }
    for (int fifo = 0; fifo < injection.fifos(); fifo++) {
      claim(owners, layout.fifo(base, NodeLayout.FIRST_INJECTION + fifo), name + " inject " + fifo);
    }
  }

  private static void claim(Map<Integer, String> owners, int word, String name) {
    final String before = owners.put(word, name);
    assertTrue(before == null, () -> "word " + word + " is " + before + " and " + name);
  }

  /**
   * Returns whether a VC charges every packet as a full one: bubble VCs do, except by the original
   * rule.
   */
  private static boolean alwaysFull(RouterDesign design, int vc) {
    final int last = design.dynamicVcs() + (design.escape().dateline() ? 2 : 1);
    final boolean bubble = vc == last || (!design.escape().dateline() && vc == last - 1);
    return bubble && design.bubbles() == RouterDesign.BubbleRule.FULL;
  }

  @ParameterizedTest
  @MethodSource("designs")
  void shouldHoldATokenAckForEveryPacketOfAReceiver(RouterDesign design) {
    for (int chunks : new int[] {1, 3, 8}) {
      final NodeLayout layout = new NodeLayout(design, Designs.injection(false, chunks));
      int packets = 0;
      for (int vc = 0; vc < design.vcs(); vc++) {
        packets += design.vcChunks(vc) / (alwaysFull(design, vc) ? 8 : chunks);
      }
      assertEquals(Torus.PORTS * packets, layout.maxPackets());
      assertEquals(1, Integer.bitCount(layout.ackRing()));
      assertTrue(layout.ackRing() > packets, () -> layout.ackRing() + " for any number of them");
      assertTrue(layout.ackRing() <= TokenAcks.MAX_RING);
    }
  }
}
