package io.hopwright.models.switching.crossbar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.switching.Wiring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventWordTest {
  private static final int[] TYPES = {
    EventWord.ARRIVAL, EventWord.DELIVERY, EventWord.CREDIT, EventWord.IDLE, EventWord.ISSUE
  };

  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldReadBackFlitsInAVc(CrossbarDesign design) {
    final EventWord words = new EventWord(design);
    final Vc vcs = new Vc(design);
    for (int router : new int[] {0, 1, words.maxRouters() / 2, words.maxRouters() - 1}) {
      for (int port = 0; port < design.ports(); port++) {
        for (int vc = 0; vc < design.vcs(); vc++) {
          final int number = vcs.of(router, port, vc);
          assertEquals(router, vcs.router(number));
          assertEquals(port, vcs.port(number));
          assertEquals(vc, vcs.vc(number));
          for (int type : TYPES) {
            for (int flits = 0; flits <= design.mostFlits(); flits++) {
              final int event = words.of(type, number, flits);
              assertEquals(type, EventWord.type(event));
              assertEquals(number, words.vc(event));
              assertEquals(flits, words.flits(event));
            }
          }
          assertEquals(words.of(EventWord.IDLE, number, 0), words.of(EventWord.IDLE, number));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldTellWhatAnOutputIsToSendOn(CrossbarDesign design) {
    final Vc vcs = new Vc(design);
    for (int port = 0; port < design.ports(); port++) {
      for (int vc = 0; vc < design.vcs(); vc++) {
        assertEquals(port, vcs.port(vcs.of(port, vc)));
        assertEquals(vc, vcs.vc(vcs.of(port, vc)));
      }
    }
  }

  /** The type takes 3 of 32 bits; flits, VC and port take 5, 3 and 6, or 6, 2 and 4. */
  @Test
  void shouldLeaveTheRestOfTheBitsToRouters() {
    assertEquals(1 << 15, new EventWord(Designs.CASCADE).maxRouters());
    assertEquals(1 << 17, new EventWord(Designs.TOFU).maxRouters());
    assertTrue(Designs.all().allMatch(design -> new EventWord(design).maxRouters() >= 1 << 10));
  }

  @ParameterizedTest(name = "packet {0}")
  @ValueSource(ints = {1, 2, 1 << 24, (1 << 25) - 1})
  void shouldReadBackEventsOfPackets(int packet) {
    for (int type : TYPES) {
      final int event = EventWord.ofPacket(type, packet);
      assertEquals(type, EventWord.type(event));
      assertEquals(packet, EventWord.packet(event));
    }
    assertEquals(EventWord.ofPacket(EventWord.ARRIVAL, packet), Wiring.arrival(packet));
  }

  @ParameterizedTest
  @MethodSource("io.hopwright.models.switching.crossbar.Designs#all")
  void shouldWakeUnits(CrossbarDesign design) {
    final EventWord words = new EventWord(design);
    final Vc vcs = new Vc(design);
    final TimingWheel wheel = new TimingWheel(16);
    final int router = words.maxRouters() - 1;
    for (int unit = 0; unit < design.ports(); unit++) {
      words.wakes(wheel).at(unit, router, unit);
      assertEquals(1, wheel.take(unit));
      final int event = wheel.taken()[0];
      assertEquals(EventWord.ISSUE, EventWord.type(event));
      assertEquals(vcs.of(router, unit, 0), words.vc(event));
    }
  }
}
