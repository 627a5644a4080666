package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.event.TimingWheel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventWordTest {
  private static final int[] TYPES = {
    EventWord.HEADER,
    EventWord.DELIVERY,
    EventWord.READY,
    EventWord.TAIL,
    EventWord.CREDIT,
    EventWord.IDLE,
    EventWord.WRITTEN,
    EventWord.RETRY
  };

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 511, 32_767, 32_768, EventWord.MAX_NODES - 1})
  void shouldReadBackWhatWasPacked(int node) {
    for (int type : TYPES) {
      for (int input = 0; input < 64; input++) {
        final int event = EventWord.of(type, node, input);
        assertEquals(type, EventWord.type(event));
        assertEquals(node, EventWord.node(event));
        assertEquals(input, EventWord.input(event));
        assertEquals(0, EventWord.amount(event));
      }
    }
  }

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 32_768, EventWord.MAX_NODES - 1})
  void shouldReadBackCredits(int node) {
    for (int amount = 0; amount <= 15; amount++) {
      for (int outputVc = 0; outputVc < 64; outputVc++) {
        final int event = EventWord.credit(node, outputVc, amount);
        assertEquals(EventWord.CREDIT, EventWord.type(event));
        assertEquals(node, EventWord.node(event));
        assertEquals(outputVc, EventWord.input(event));
        assertEquals(amount, EventWord.amount(event));
      }
    }
  }

  @ParameterizedTest(name = "packet {0}")
  @ValueSource(ints = {1, 2, 1 << 22, FifoWord.MAX_PACKETS})
  void shouldReadBackEventsOfPackets(int packet) {
    for (int type : TYPES) {
      final int event = EventWord.ofPacket(type, packet);
      assertEquals(type, EventWord.type(event));
      assertEquals(packet, EventWord.packet(event));
    }
  }

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {0, 1, 32_768, EventWord.MAX_NODES - 1})
  void shouldWakeUnits(int node) {
    assertEquals(0, EventWord.unit(EventWord.of(EventWord.RETRY, node, 0)));
    final TimingWheel wheel = new TimingWheel(16);
    for (int unit = 1; unit < 1024; unit++) {
      EventWord.wakes(wheel).at(unit, node, unit);
      assertEquals(1, wheel.take(unit));
      final int event = wheel.taken()[0];
      assertEquals(EventWord.RETRY, EventWord.type(event));
      assertEquals(node, EventWord.node(event));
      assertEquals(unit, EventWord.unit(event));
    }
  }
}
