package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.event.TimingWheel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventWordTest {
  private static final int[] TYPES = {
    EventWord.ARRIVAL, EventWord.DELIVERY, EventWord.CREDIT, EventWord.IDLE, EventWord.ISSUE
  };

  @ParameterizedTest(name = "router {0}")
  @ValueSource(ints = {0, 1, 511, 16_383, 16_384, EventWord.MAX_ROUTERS - 1})
  void shouldReadBackWhatWasPacked(int router) {
    for (int type : TYPES) {
      for (int port = 0; port < CrossbarDesign.MAX_PORTS; port++) {
        final int event = EventWord.of(type, router, port);
        assertEquals(type, EventWord.type(event));
        assertEquals(router, EventWord.router(event));
        assertEquals(port, EventWord.port(event));
        assertEquals(0, EventWord.vc(event));
        assertEquals(0, EventWord.flits(event));
      }
    }
  }

  @ParameterizedTest(name = "router {0}")
  @ValueSource(ints = {0, 1, 16_384, EventWord.MAX_ROUTERS - 1})
  void shouldReadBackFlitsInAVc(int router) {
    for (int port = 0; port < CrossbarDesign.MAX_PORTS; port++) {
      for (int vc = 0; vc < SwitchState.VCS; vc++) {
        for (int flits = 0; flits <= EventWord.MAX_FLITS; flits++) {
          final int event = EventWord.of(EventWord.CREDIT, router, port, vc, flits);
          assertEquals(EventWord.CREDIT, EventWord.type(event));
          assertEquals(router, EventWord.router(event));
          assertEquals(port, EventWord.port(event));
          assertEquals(vc, EventWord.vc(event));
          assertEquals(flits, EventWord.flits(event));
        }
      }
    }
  }

  @ParameterizedTest(name = "packet {0}")
  @ValueSource(ints = {1, 2, 1 << 24, EventWord.MAX_PACKETS})
  void shouldReadBackEventsOfPackets(int packet) {
    for (int type : TYPES) {
      final int event = EventWord.ofPacket(type, packet);
      assertEquals(type, EventWord.type(event));
      assertEquals(packet, EventWord.packet(event));
    }
    assertEquals(EventWord.ofPacket(EventWord.ARRIVAL, packet), EventWord.arrival(packet));
  }

  @ParameterizedTest(name = "router {0}")
  @ValueSource(ints = {0, 1, EventWord.MAX_ROUTERS - 1})
  void shouldReadBackWhoIsToIssue(int router) {
    final TimingWheel wheel = new TimingWheel(16);
    for (int which = 0; which < 64; which++) {
      EventWord.wakes(wheel).at(which, router, which);
      assertEquals(1, wheel.take(which));
      final int event = wheel.bucket()[0];
      assertEquals(EventWord.ISSUE, EventWord.type(event));
      assertEquals(router, EventWord.router(event));
      assertEquals(which, EventWord.port(event));
    }
  }
}
