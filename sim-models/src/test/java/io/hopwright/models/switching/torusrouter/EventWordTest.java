package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  @ValueSource(ints = {0, 1, 511, 262_143, 262_144, EventWord.MAX_NODES - 1})
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
  @ValueSource(ints = {0, 1, 262_144, EventWord.MAX_NODES - 1})
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
  @ValueSource(ints = {0, 1, 262_144, EventWord.MAX_NODES - 1})
  void shouldTellReasonsToLookAgainApart(int node) {
    final int nothing = EventWord.of(EventWord.RETRY, node, 0);
    assertTrue(EventWord.drainedFifo(nothing) < 0);
    assertTrue(EventWord.bornStream(nothing) < 0);
    for (int fifo = 0; fifo < 14; fifo++) {
      for (int chunks = 1; chunks <= 8; chunks++) {
        final int event = EventWord.drained(node, fifo, chunks);
        assertEquals(EventWord.RETRY, EventWord.type(event));
        assertEquals(node, EventWord.node(event));
        assertEquals(fifo, EventWord.drainedFifo(event));
        assertEquals(chunks, EventWord.amount(event));
        assertTrue(EventWord.bornStream(event) < 0, "FIFO " + fifo);
      }
    }
    for (int stream = 0; stream < 4; stream++) {
      final int event = EventWord.born(node, stream);
      assertEquals(EventWord.RETRY, EventWord.type(event));
      assertEquals(node, EventWord.node(event));
      assertEquals(stream, EventWord.bornStream(event));
      assertTrue(EventWord.drainedFifo(event) < 0, "stream " + stream);
    }
  }
}
