package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.event.TimingWheel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusEventWordTest {
  private static final int[] TYPES = {
    TorusEventWord.HEADER,
    TorusEventWord.DELIVERY,
    TorusEventWord.READY,
    TorusEventWord.TAIL,
    TorusEventWord.CREDIT,
    TorusEventWord.IDLE,
    TorusEventWord.WRITTEN,
    TorusEventWord.RETRY
  };

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 511, 32_767, 32_768, TorusEventWord.MAX_NODES - 1})
  void shouldReadBackWhatWasPacked(int node) {
    for (int type : TYPES) {
      for (int input = 0; input < 64; input++) {
        final int event = TorusEventWord.of(type, node, input);
        assertEquals(type, TorusEventWord.type(event));
        assertEquals(node, TorusEventWord.node(event));
        assertEquals(input, TorusEventWord.input(event));
        assertEquals(0, TorusEventWord.amount(event));
      }
    }
  }

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 32_768, TorusEventWord.MAX_NODES - 1})
  void shouldReadBackCredits(int node) {
    for (int amount = 0; amount <= 15; amount++) {
      for (int outputVc = 0; outputVc < 64; outputVc++) {
        final int event = TorusEventWord.credit(node, outputVc, amount);
        assertEquals(TorusEventWord.CREDIT, TorusEventWord.type(event));
        assertEquals(node, TorusEventWord.node(event));
        assertEquals(outputVc, TorusEventWord.input(event));
        assertEquals(amount, TorusEventWord.amount(event));
      }
    }
  }

  @ParameterizedTest(name = "packet {0}")
  @ValueSource(ints = {1, 2, 1 << 22, FifoWord.MAX_PACKETS})
  void shouldReadBackEventsOfPackets(int packet) {
    for (int type : TYPES) {
      final int event = TorusEventWord.ofPacket(type, packet);
      assertEquals(type, TorusEventWord.type(event));
      assertEquals(packet, TorusEventWord.packet(event));
    }
  }

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 32_768, TorusEventWord.MAX_NODES - 1})
  void shouldWakeUnits(int node) {
    assertEquals(0, TorusEventWord.unit(TorusEventWord.of(TorusEventWord.RETRY, node, 0)));
    final TimingWheel wheel = new TimingWheel(16);
    for (int unit = 1; unit < 1024; unit++) {
      TorusEventWord.wakes(wheel).at(unit, node, unit);
      assertEquals(1, wheel.take(unit));
      final int event = wheel.taken()[0];
      assertEquals(TorusEventWord.RETRY, TorusEventWord.type(event));
      assertEquals(node, TorusEventWord.node(event));
      assertEquals(unit, TorusEventWord.unit(event));
    }
  }
}
