package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.BirthsElsewhere;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.OpenLoopBirths;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.UniformDestinations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestersTest {
  private static final int NODES = 9;

  /** NIC 1 has no node. */
  private static final int[] AT = {4, -1, 5, 8};

  private static final Destinations UNIFORM = new UniformDestinations(Draws.of(3, 0), 0, NODES);

  /** What is known of a request. */
  private record Request(long birth, int target, long sequence, int data) {}

  private static Request next(Requesters requesters, int nic) {
    return new Request(
        requesters.birth(nic),
        requesters.target(nic),
        requesters.sequence(nic),
        requesters.data(nic));
  }

  /** All requests of a node born before a tick, from its messages. */
  private static List<Request> expected(Messages messages, int node, long until) {
    final List<Request> requests = new ArrayList<>();
    long birth = messages.births().birth(node, 0, -1);
    for (long m = 0; birth < until; birth = messages.births().birth(node, ++m, birth)) {
      for (int rest = messages.bytes(); rest > 0; rest -= 64) {
        requests.add(
            new Request(
                birth,
                messages.destinations().destination(node, m),
                requests.size(),
                Math.min(rest, 64)));
      }
    }
    return requests;
  }

  @ParameterizedTest(name = "{0} B")
  @ValueSource(ints = {1, 64, 65, 300})
  void shouldGoThroughTheRequestsOfAllMessages(int bytes) {
    final Births births = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.01), 5_000);
    for (Births each : List.of(births, new BirthsElsewhere(births, 5), new BirthsAtStart(7))) {
      final Messages messages = new Messages(each, UNIFORM, bytes);
      final Requesters requesters = new Requesters(messages, AT);
      int active = 0;
      for (int nic = 0; nic < AT.length; nic++) {
        active += AT[nic] >= 0 && !expected(messages, AT[nic], 5_000).isEmpty() ? 1 : 0;
      }
      assertEquals(active, requesters.active());
      for (int nic = 0; nic < AT.length; nic++) {
        if (AT[nic] >= 0) {
          final List<Request> requests = expected(messages, AT[nic], 5_000);
          for (Request request : requests) {
            assertEquals(request, next(requesters, nic));
            assertEquals(request.data, requesters.dataOf(request.sequence));
            assertTrue(requesters.sentTo(AT[nic], request.sequence, request.target));
            assertFalse(requesters.sentTo(AT[nic], request.sequence, AT[nic]));
            requesters.next(nic, 9_999);
          }
          active -= requests.isEmpty() ? 0 : 1;
        }
        assertEquals(Births.NEVER, requesters.birth(nic));
        assertEquals(active, requesters.active());
      }
    }
  }

  @Test
  void shouldCountRequestsBornInAnInterval() {
    final Births births = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.01), 5_000);
    final Messages messages = new Messages(births, UNIFORM, 200);
    final Requesters requesters = new Requesters(messages, AT);
    final List<Request> all = new ArrayList<>();
    for (int node : AT) {
      all.addAll(node < 0 ? List.of() : expected(messages, node, 5_000));
    }
    for (long from = 0; from < 5_000; from += 617) {
      for (long to = from; to < 6_000; to += 431) {
        final long first = from;
        final long end = to;
        assertEquals(
            all.stream().filter(request -> request.birth >= first && request.birth < end).count(),
            requesters.bornIn(from, to));
      }
    }
    assertFalse(requesters.anyEndless());
    assertFalse(requesters.allEndless());
  }

  @Test
  void shouldBearTheNextRequestWhenItsPredecessorIsIssuedIfSaturated() {
    final Messages messages = new Messages(new SaturatedBirths(), UNIFORM, 100);
    final Requesters requesters = new Requesters(messages, AT);
    long issued = 0;
    for (int sequence = 0; sequence < 20; sequence++) {
      assertEquals(
          new Request(
              issued, UNIFORM.destination(5, sequence / 2), sequence, sequence % 2 == 0 ? 64 : 36),
          next(requesters, 2));
      issued += 1 + sequence % 3 * 100;
      requesters.next(2, issued);
    }
    assertEquals(3, requesters.active());
    assertEquals(0, requesters.bornIn(0, 1_000));
    assertTrue(requesters.anyEndless());
    assertTrue(requesters.allEndless());
  }
}
