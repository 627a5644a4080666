package io.hopwright.models.standstill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadQueuesTest {
  private static final int CAPACITY = 10;
  private static final int PLUS = 0;
  private static final int MINUS = 1;

  /** A ring whose buffers have ten units. */
  private record Ring(Topology topology, String remedy) implements Channels {
    Ring(int routers) {
      this(new Grid(Grid.Axis.ring("x", routers)), "a.key = b");
    }

    @Override
    public int capacity(int router, int port, int vc) {
      return CAPACITY;
    }

    @Override
    public String unit() {
      return "units";
    }

    @Override
    public int unitBytes() {
      return 4;
    }

    @Override
    public String queue(int router, int port, int vc) {
      return "input " + port + ", VC " + vc;
    }
  }

  /** Returns a packet that came round the ring and continues. */
  private static QueueHead.Builder goingRound(int router, int held, int needs) {
    return new QueueHead.Builder(router, MINUS, 0, 1, needs)
        .wants(PLUS, 0, needs, CAPACITY - held)
        .holds(MINUS, 0, held);
  }

  private static List<Integer> routers(List<QueueHead> heads) {
    return heads.stream().map(QueueHead::router).toList();
  }

  @Test
  void shouldFindARingInWhichAllWait() {
    final List<QueueHead> heads =
        IntStream.range(0, 5).mapToObj(router -> goingRound(router, 8, 3).build()).toList();
    final DeadQueues queues = new DeadQueues(heads, new Ring(5));
    assertEquals(heads, queues.dead());
    assertEquals(List.of(0, 1, 2, 3, 4), routers(queues.cycle()));
  }

  /** The current room does not matter: packets that are not dead leave and make room for all. */
  @Test
  void shouldFindNoneWhereOneMayGoOn() {
    final List<QueueHead> heads = new ArrayList<>();
    for (int router = 0; router < 5; router++) {
      heads.add(
          router == 3
              ? new QueueHead.Builder(3, MINUS, 0, 1, 3).holds(MINUS, 0, 8).build()
              : goingRound(router, 8, 3).build());
    }
    final DeadQueues queues = new DeadQueues(heads, new Ring(5));
    assertEquals(List.of(), queues.dead());
    assertEquals(List.of(), queues.cycle());
    heads.set(3, goingRound(3, 8, 3).wants(MINUS, 1, 10, 0).build());
    assertEquals(List.of(), new DeadQueues(heads, new Ring(5)).dead());
  }

  @Test
  void shouldLeaveWhatEntersTheNetworkOutOfTheCycle() {
    final List<QueueHead> heads = new ArrayList<>();
    for (int router = 0; router < 3; router++) {
      heads.add(new QueueHead.Builder(router, 0, 5, 0, 4).wants(PLUS, 0, 6, 2).build());
      heads.add(goingRound(router, 8, 3).build());
    }
    final DeadQueues queues = new DeadQueues(heads, new Ring(3));
    assertEquals(6, queues.dead().size());
    assertEquals(List.of(1, 1, 1), queues.cycle().stream().map(QueueHead::port).toList());
  }

  /**
   * Returns the union of all sets in which each member lacks room that the others never release.
   */
  private static List<QueueHead> naive(List<QueueHead> heads, Ring ring) {
    int dead = 0;
    for (int set = 1; set < 1 << heads.size(); set++) {
      final int members = set;
      if (IntStream.range(0, heads.size())
          .filter(i -> (members >>> i & 1) != 0)
          .allMatch(i -> lacksRoom(heads.get(i), members, heads, ring))) {
        dead |= set;
      }
    }
    final int all = dead;
    return IntStream.range(0, heads.size())
        .filter(i -> (all >>> i & 1) != 0)
        .mapToObj(heads::get)
        .toList();
  }

  private static boolean lacksRoom(QueueHead head, int members, List<QueueHead> heads, Ring ring) {
    for (int i = 0; i < head.wanted(); i++) {
      int taken = 0;
      for (int j = 0; j < heads.size(); j++) {
        final QueueHead other = heads.get(j);
        for (int k = 0; (members >>> j & 1) != 0 && k < other.held(); k++) {
          final int far = ring.topology.neighbour(head.router(), head.wantedPort(i));
          final int farPort = ring.topology.neighbourPort(head.router(), head.wantedPort(i));
          if (other.router() == far
              && other.heldPort(k) == farPort
              && other.heldVc(k) == head.wantedVc(i)) {
            taken += other.amount(k);
          }
        }
      }
      if (head.needs(i) <= CAPACITY - taken) {
        return false;
      }
    }
    return head.wanted() > 0;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldFindTheLargestSetThatNeverMoves(long seed) {
    final Random random = new Random(seed);
    int found = 0;
    for (int time = 0; time < 300; time++) {
      final int routers = 2 + random.nextInt(3);
      final Ring ring = new Ring(routers);
      final List<QueueHead> heads = new ArrayList<>();
      for (int router = 0; router < routers; router++) {
        for (int port = 0; port < 2; port++) {
          for (int vc = 0; vc < 2; vc++) {
            if (heads.size() < 10 && random.nextInt(5) > 0) {
              heads.add(random(random, router, port, vc));
            }
          }
        }
      }
      final DeadQueues queues = new DeadQueues(heads, ring);
      assertEquals(naive(heads, ring), queues.dead(), "seed " + seed + ", time " + time);
      assertEquals(queues.dead().isEmpty(), queues.cycle().isEmpty());
      found += queues.dead().isEmpty() ? 0 : 1;
    }
    final int some = found;
    assertTrue(some > 30 && some < 270, () -> "seed " + seed + ": " + some);
  }

  private static QueueHead random(Random random, int router, int port, int vc) {
    final QueueHead.Builder head = new QueueHead.Builder(router, port, vc, 1, 1);
    for (int wants = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2); wants > 0; wants--) {
      head.wants(random.nextInt(2), random.nextInt(2), 4 + random.nextInt(CAPACITY - 3), 0);
    }
    return head.holds(port, vc, 4 + random.nextInt(CAPACITY - 3)).build();
  }

  @Test
  void shouldSayWhatItFinds() {
    final Waiting waiting = new Waiting();
    for (int router = 0; router < 3; router++) {
      waiting.add(goingRound(router, 8, 3).build());
    }
    final Standstill found = Standstill.goingOn(waiting, new Ring(3));
    assertEquals(Standstill.Kind.DEADLOCK, found.kind());
    assertEquals(
        "deadlock: 3 queues of packets wait for each other in a cycle, and 3 packets can never"
            + " move; a.key = b avoids it",
        found.headline());
    assertEquals(
        "router 1 (1), input 1, VC 0: a packet of 12 B needs 3 units of x+, VC 0 (has 2)",
        found.cycle().get(1));
    assertEquals("deadlock", found.document().get("kind"));
    assertEquals(3L, found.document().get("packets"));
    assertEquals("a.key = b", found.document().get("remedy"));
    assertEquals(3, ((List<?>) found.document().get("cycle")).size());
  }
}
