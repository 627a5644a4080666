package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.FollowedPackets;
import io.hopwright.models.testkit.FollowedPackets.Hop;
import io.hopwright.models.testkit.FollowedPackets.Routing;
import io.hopwright.models.topology.ChannelDependencies.Channel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelDependenciesTest {
  /** Packet to a router, on its required VC. */
  private record Packet(int destination, int vc) {}

  /** All packets to all others in + direction around a ring. */
  private record AroundRing(Grid ring, boolean dateline) implements Routing<Packet> {
    @Override
    public List<Packet> starts(int router) {
      return IntStream.range(0, ring.routers()).mapToObj(to -> new Packet(to, 0)).toList();
    }

    @Override
    public List<Hop<Packet>> hops(int router, int port, Packet packet) {
      if (router == packet.destination) {
        return List.of();
      }
      final int vc = dateline && ring.neighbour(router, 0) == 0 ? 1 : packet.vc;
      return List.of(new Hop<>(0, vc, new Packet(packet.destination, vc)));
    }
  }

  /** All turns that a grid allows to packets on any minimal route, or with x before y. */
  private record Minimal(Grid grid, boolean inOrder) implements Routing<Integer> {
    @Override
    public List<Integer> starts(int router) {
      return IntStream.range(0, grid.routers()).boxed().toList();
    }

    @Override
    public List<Hop<Integer>> hops(int router, int port, Integer to) {
      return IntStream.range(0, grid.ports())
          .filter(next -> grid.neighbour(router, next) != Topology.NONE)
          .filter(
              next -> grid.distance(grid.neighbour(router, next), to) < grid.distance(router, to))
          .limit(inOrder ? 1 : grid.ports())
          .mapToObj(next -> new Hop<>(next, 0, to))
          .toList();
    }
  }

  /** Packets without a destination, which turn by a table for each input port. */
  private record Turns(Topology topology, Set<Turn> allowed) implements Routing<String> {
    record Turn(int router, int from, int to) {}

    @Override
    public List<String> starts(int router) {
      return List.of("");
    }

    @Override
    public List<Hop<String>> hops(int router, int port, String nowhere) {
      return IntStream.range(0, topology.ports())
          .filter(to -> topology.neighbour(router, to) != Topology.NONE)
          .filter(to -> port == Topology.NONE || allowed.contains(new Turn(router, port, to)))
          .mapToObj(to -> new Hop<>(to, 0, nowhere))
          .toList();
    }
  }

  private static Grid ring(int routers) {
    return new Grid(Grid.Axis.ring("x", routers));
  }

  private static Grid mesh(int x, int y) {
    return new Grid(Grid.Axis.line("x", x), Grid.Axis.line("y", y));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 9})
  void shouldFindTheCycleAroundARingOfOneVc(int routers) {
    final List<Channel> cycle =
        FollowedPackets.of(ring(routers), 1, new AroundRing(ring(routers), false)).cycle();
    assertEquals(IntStream.range(0, routers).mapToObj(at -> new Channel(at, 0, 0)).toList(), cycle);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 9})
  void shouldFindNoneBehindADateline(int routers) {
    final AroundRing routing = new AroundRing(ring(routers), true);
    assertEquals(List.of(), FollowedPackets.of(ring(routers), 2, routing).cycle());
  }

  @Test
  void shouldFindNoneIfPacketsTakeTheAxesOfAMeshInOrder() {
    final Grid mesh = mesh(4, 3);
    assertEquals(List.of(), FollowedPackets.of(mesh, 1, new Minimal(mesh, true)).cycle());
  }

  @Test
  void shouldFindTheFourTurnsOfAMeshWithoutOrder() {
    final Grid mesh = mesh(2, 2);
    final List<Channel> cycle = FollowedPackets.of(mesh, 1, new Minimal(mesh, false)).cycle();
    assertEquals(4, cycle.size());
    for (int at = 0; at < 4; at++) {
      final Channel channel = cycle.get(at);
      assertEquals(
          cycle.get((at + 1) % 4).router(), mesh.neighbour(channel.router(), channel.port()));
    }
  }

  @Test
  void shouldFindTheCycleOfATorusInOrder() {
    final Torus torus = new Torus(3, 3, 1);
    assertEquals(List.of(), FollowedPackets.of(torus, 1, new Minimal(torus, true)).cycle());
    final Torus larger = new Torus(5, 4, 1);
    final List<Channel> cycle = FollowedPackets.of(larger, 1, new Minimal(larger, true)).cycle();
    assertEquals(5, cycle.size());
    assertEquals(1, cycle.stream().map(Channel::port).distinct().count());
  }

  /** Compares with the transitive closure, over random tables. */
  @Test
  void shouldFindACycleWhereverTablesOfInputPortsAllowOne() {
    int cycles = 0;
    for (long seed = 0; seed < 400; seed++) {
      final Random random = new Random(seed);
      final Grid grid = mesh(2 + random.nextInt(3), 1 + random.nextInt(3));
      final Set<Turns.Turn> allowed = new HashSet<>();
      final double share = random.nextDouble();
      for (int router = 0; router < grid.routers(); router++) {
        for (int turn = 0; turn < 16; turn++) {
          if (random.nextDouble() < share) {
            allowed.add(new Turns.Turn(router, turn / 4, turn % 4));
          }
        }
      }
      final List<Channel> cycle = FollowedPackets.of(grid, 1, new Turns(grid, allowed)).cycle();
      assertEquals(hasCycle(grid, allowed), !cycle.isEmpty(), "seed " + seed);
      for (int at = 0; at < cycle.size(); at++) {
        final Channel held = cycle.get(at);
        final Channel wanted = cycle.get((at + 1) % cycle.size());
        assertTrue(allowed.contains(turn(grid, held, wanted)), "seed " + seed);
      }
      cycles += cycle.isEmpty() ? 0 : 1;
    }
    assertTrue(cycles > 100 && cycles < 300, cycles + " cycles");
  }

  /** Returns the turn from one channel into the next, or null if they do not meet. */
  private static Turns.Turn turn(Topology topology, Channel held, Channel wanted) {
    return topology.neighbour(held.router(), held.port()) != wanted.router()
        ? null
        : new Turns.Turn(
            wanted.router(), topology.neighbourPort(held.router(), held.port()), wanted.port());
  }

  private static boolean hasCycle(Topology topology, Set<Turns.Turn> allowed) {
    final List<Channel> channels = new ArrayList<>();
    for (int end = 0; end < topology.routers() * topology.ports(); end++) {
      if (topology.neighbour(end / topology.ports(), end % topology.ports()) >= 0) {
        channels.add(new Channel(end / topology.ports(), end % topology.ports(), 0));
      }
    }
    final int count = channels.size();
    final boolean[][] reach = new boolean[count][count];
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        reach[a][b] = allowed.contains(turn(topology, channels.get(a), channels.get(b)));
      }
    }
    for (int via = 0; via < count; via++) {
      for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
          reach[a][b] |= reach[a][via] && reach[via][b];
        }
      }
    }
    return IntStream.range(0, count).anyMatch(channel -> reach[channel][channel]);
  }

  @Test
  void shouldRefuseHopsOverNoLinkOrVc() {
    final Grid line = mesh(3, 1);
    Stream.of(new Hop<>(1, 0, 0), new Hop<>(2, 0, 0), new Hop<>(0, 2, 0), new Hop<>(0, -1, 0))
        .forEach(
            hop ->
                assertThrows(
                    IllegalArgumentException.class,
                    () -> FollowedPackets.of(line, 2, fromFirst(hop)),
                    hop.toString()));
  }

  private static Routing<Integer> fromFirst(Hop<Integer> hop) {
    return new Routing<>() {
      @Override
      public List<Integer> starts(int router) {
        return router == 0 ? List.of(0) : List.of();
      }

      @Override
      public List<Hop<Integer>> hops(int router, int port, Integer state) {
        return router == 0 ? List.of(hop) : List.of();
      }
    };
  }
}
