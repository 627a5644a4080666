package io.hopwright.models.bluegene.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.RingDestinations;
import io.hopwright.models.traffic.Sizes;
import java.util.List;
import org.junit.jupiter.api.Test;

class InjectedTrafficTest {
  @Test
  void shouldOfferACopyOfABroadcastToEveryNodeOfTheRing() {
    final Torus torus = new Torus(4, 1, 1);
    final Births births =
        (node, sequence, before) -> node == 0 && sequence < 2 ? 5 + sequence : Births.NEVER;
    final Messages messages =
        new Messages(
            0,
            1,
            births,
            new RingDestinations(torus, List.of(0, 1), 1, true),
            new Sizes(Draws.of(1, 0), 0, 256));
    final TorusPacketWords packets = new TorusPacketWords(torus, true);
    final InjectedTraffic workload =
        new InjectedTraffic(
            torus,
            List.of(new PacketStream(TrafficClass.BROADCAST, 0, 6, FifoChoice.SEQUENCE, messages)),
            new InjectedTraffic.Hints(packets, false, Purpose.TIE.draws(1), null),
            0,
            InjectedTraffic.Relay.NONE,
            Purpose.FIFO.draws(1));
    final Supply supply = workload.supply(0, 1);
    assertEquals(2, supply.bornIn(0, 100));
    assertEquals(6, supply.deliveriesOf(0, 100), "two broadcasts to three nodes each");
    for (int node = 3; node > 0; node--) {
      final long backwards = packets.of(0, 1, TrafficClass.BROADCAST, 8);
      assertEquals(4 - node, workload.hopsTo(node, backwards));
    }
  }
}
