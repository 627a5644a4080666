package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At zero load a packet takes the sum of its parts, for any delays. */
class ZeroLoadTest {
  private static final long APART = 1_000;

  /**
   * Returns the sum of header, 10 ticks of flight and 8 of header per hop, packet and trailer, and
   * the optional delays.
   */
  private static long expected(int hops, int bytes, long arbitration, long entry, boolean bypass) {
    return 8 + 18L * hops + bytes + 4 + (hops + 1) * arbitration + (bypass ? 0 : hops * entry);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,true",
    "0,0,false",
    "3,0,true",
    "0,5,true",
    "0,5,false",
    "3,5,true",
    "32,32,false"
  })
  void shouldTakeTheSumOfItsPartsForEveryHopCountAndClass(
      int arbitration, int entry, boolean bypass) {
    for (int trafficClass : new int[] {TrafficClass.DYNAMIC, TrafficClass.STATIC}) {
      for (int chunks : new int[] {1, 5, 8}) {
        final Bench bench =
            new Bench(7, 4, 3).bypass(bypass).timing(Bench.timing(8, 12, arbitration, entry, 0));
        final Torus torus = bench.torus;
        final Plan plan = new Plan(torus);
        for (int destination = 1; destination < torus.nodes(); destination++) {
          plan.send(0, APART * destination, destination);
        }
        final Bench.Outcome outcome =
            bench
                .messages(trafficClass, 6, plan.messages(chunks))
                .drained(APART * (torus.nodes() + 1));
        assertEquals(torus.nodes() - 1, outcome.arrivals().size());
        for (Bench.Arrival arrival : outcome.arrivals()) {
          final int hops = torus.distance(0, arrival.destination());
          assertEquals(
              expected(hops, 32 * chunks, arbitration, entry, bypass),
              arrival.tick() - APART * arrival.destination(),
              hops + " hops");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,true",
    "0,0,false",
    "3,0,true",
    "0,5,true",
    "0,5,false",
    "3,5,true",
    "32,32,false"
  })
  void shouldDeliverEachCopyOfABroadcastAsEarlyAsAPacketOfItsOwn(
      int arbitration, int entry, boolean bypass) {
    final Bench bench =
        new Bench(7, 4, 2).bypass(bypass).timing(Bench.timing(8, 12, arbitration, entry, 0));
    final Torus torus = bench.torus;
    final Plan plan = new Plan(torus);
    final List<Long> expected = new ArrayList<>();
    for (int port = 0; port < Torus.PORTS; port++) {
      final int around = torus.extent(port / 2) - 1;
      plan.straight(5, APART * port, port, around, 1);
      for (int hops = 1; hops <= around; hops++) {
        expected.add(APART * port + expected(hops, 256, arbitration, entry, bypass));
      }
    }
    final Bench.Outcome outcome = bench.packets(TrafficClass.BROADCAST, plan).drained(40_000);
    assertEquals(expected, outcome.arrivals().stream().map(Bench.Arrival::tick).toList());
    for (Bench.Arrival arrival : outcome.arrivals()) {
      final int port = (int) arrival.sequence();
      final long hops =
          outcome.arrivals().stream()
              .filter(a -> a.sequence() == port && a.tick() <= arrival.tick())
              .count();
      int node = 5;
      for (int hop = 0; hop < hops; hop++) {
        node = torus.neighbour(node, port);
      }
      assertEquals(node, arrival.destination());
    }
  }
}
