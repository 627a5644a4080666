package io.hopwright.models.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Small fabric as plain data, in the symbols of {@code docs/models/fabric.md}: any ports, nodes and
 * classes of links. Packets take shortest paths. The VC of a link is the number of links that the
 * packet has taken before, so that nothing deadlocks.
 *
 * @param linkPorts of each router
 * @param nodes of each router
 * @param wires links in both directions; a port can be without one
 * @param distances links from a router to another
 */
public record RandomFabric(
    List<Integer> linkPorts,
    List<Integer> nodes,
    List<Wire> wires,
    List<List<Integer>> distances,
    List<Kind> kinds,
    Numbers numbers,
    Choosing choosing) {

  /** Two ports of two routers, and the class of the links between them. */
  public record Wire(int router, int port, int farRouter, int farPort, int kind) {}

  /** Class of links. A flit takes an integer number of ticks, as on all machines. */
  public record Kind(String name, long w, long hop, long credit, int cap) {}

  /**
   * Common properties of packets, links and node ports.
   *
   * @param w of node ports
   * @param cap of the buffer of a node port; that of the links if these are of one class
   */
  public record Numbers(int vcs, int f, int b, int dataBytes, long w, long in, long out, int cap) {}

  /** Choice among several shortest paths. */
  public enum Choosing {
    /** By source and destination. */
    FIXED,
    /** Selects ports by one random number for all routers. */
    ONCE,
    /** Selects ports by a new random number at each router. */
    EACH
  }

  /** Candidates that a routing function gives to an input-queued router, and their basis. */
  public enum Asking {
    /** A port and a VC. */
    HOP,
    /** A port and several VCs. */
    SET,
    /** A port and several VCs, where the port has the least load. */
    LEAST_LOADED,
    /** All ports of shortest paths, those with less load first. */
    ALL
  }

  /** Port with the VCs that a packet can take there. */
  public record Output(int port, List<Integer> vcs) {}

  private static final List<String> NAMES = List.of("copper", "green", "blue", "optical");
  private static final int MOST_VCS = 4;

  /** Upper limit of random numbers: each number of shortest paths up to 4 divides it. */
  private static final int CHOICES = 12;

  /** Returns a fabric with random values. */
  public static RandomFabric of(Random random) {
    final int routers = random.nextInt(2, 13);
    final List<Integer> nodes = new ArrayList<>();
    for (int r = 0; r < routers; r++) {
      nodes.add(random.nextInt(4));
    }
    final List<List<Integer>> pairs = pairs(routers, random);
    final List<List<Integer>> distances = distances(routers, pairs);
    final int diameter = distances.stream().flatMap(List::stream).max(Integer::compare).get();
    if (nodes.stream().reduce(0, Integer::sum) < 2 || diameter > MOST_VCS) {
      return of(random);
    }
    final int f = random.nextInt(1, 9);
    final List<Kind> kinds = kinds(f, random);
    final long w = f * random.nextLong(1, 4);
    final boolean alike = random.nextBoolean();
    final Numbers numbers =
        new Numbers(
            random.nextInt(diameter, MOST_VCS + 1),
            f,
            8,
            random.nextInt(1, 8 * f + 1),
            w,
            alike ? w : random.nextLong(1, 20),
            alike ? w : random.nextLong(1, 20),
            kinds.size() == 1 ? kinds.get(0).cap : capacity(f, random));
    final List<List<Integer>> ports = new ArrayList<>();
    for (int r = 0; r < routers; r++) {
      final int of = r;
      final int used = (int) pairs.stream().flatMap(List::stream).filter(end -> end == of).count();
      final List<Integer> any =
          new ArrayList<>(IntStream.range(0, used + random.nextInt(3)).boxed().toList());
      Collections.shuffle(any, random);
      ports.add(any);
    }
    final List<Integer> linkPorts = ports.stream().map(List::size).toList();
    final List<Wire> wires = new ArrayList<>();
    for (final List<Integer> pair : pairs) {
      final List<Integer> here = ports.get(pair.get(0));
      final List<Integer> there = ports.get(pair.get(1));
      wires.add(
          new Wire(
              pair.get(0),
              here.remove(here.size() - 1),
              pair.get(1),
              there.remove(there.size() - 1),
              random.nextInt(kinds.size())));
    }
    final Choosing choosing = Case.oneOf(random, Choosing.values());
    return new RandomFabric(linkPorts, nodes, wires, distances, kinds, numbers, choosing);
  }

  private static List<Kind> kinds(int f, Random random) {
    return NAMES.subList(0, random.nextInt(1, NAMES.size() + 1)).stream()
        .map(
            name ->
                new Kind(
                    name,
                    f * random.nextLong(1, 4),
                    random.nextLong(1, 41),
                    random.nextLong(1, 41),
                    capacity(f, random)))
        .toList();
  }

  /** Returns the flits of a buffer in which at least one packet has room. */
  private static int capacity(int f, Random random) {
    return f * random.nextInt(1, 7) + random.nextInt(f);
  }

  /** Returns pairs of routers with links between them: a tree, and some more. */
  private static List<List<Integer>> pairs(int routers, Random random) {
    final List<List<Integer>> pairs = new ArrayList<>();
    for (int r = 1; r < routers; r++) {
      pairs.add(List.of(random.nextInt(r), r));
    }
    for (int more = random.nextInt(2 * routers); more > 0; more--) {
      final int r = random.nextInt(1, routers);
      pairs.add(List.of(random.nextInt(r), r));
    }
    return pairs;
  }

  private static List<List<Integer>> distances(int routers, List<List<Integer>> pairs) {
    final int[][] distances = new int[routers][routers];
    for (int from = 0; from < routers; from++) {
      Arrays.fill(distances[from], routers);
      distances[from][from] = 0;
      for (int round = 1; round < routers; round++) {
        for (final List<Integer> pair : pairs) {
          final int a = pair.get(0);
          final int b = pair.get(1);
          distances[from][a] = Math.min(distances[from][a], distances[from][b] + 1);
          distances[from][b] = Math.min(distances[from][b], distances[from][a] + 1);
        }
      }
    }
    return IntStream.range(0, routers)
        .mapToObj(from -> IntStream.of(distances[from]).boxed().toList())
        .toList();
  }

  /** Returns the same fabric with buffers so large that no packet waits for them. */
  public RandomFabric withRoom() {
    final int packets = 1_000;
    final List<Kind> large =
        kinds.stream()
            .map(kind -> new Kind(kind.name, kind.w, kind.hop, kind.credit, packets * numbers.f))
            .toList();
    final Numbers roomy =
        new Numbers(
            numbers.vcs,
            numbers.f,
            numbers.b,
            numbers.dataBytes,
            numbers.w,
            numbers.in,
            numbers.out,
            packets * numbers.f);
    return new RandomFabric(linkPorts, nodes, wires, distances, large, roomy, choosing);
  }

  /** Returns the number of nodes. */
  public int nodesInAll() {
    return nodes.stream().reduce(0, Integer::sum);
  }

  /** Returns the router of a node. */
  public int router(int node) {
    int r = 0;
    for (int rest = node; rest >= nodes.get(r); r++) {
      rest -= nodes.get(r);
    }
    return r;
  }

  /** Returns the link that leaves a router through a port: the wire as seen from there. */
  public Optional<Wire> wire(int r, int port) {
    return links().filter(wire -> wire.router == r && wire.port == port).findFirst();
  }

  /** Returns all links of one direction. */
  private Stream<Wire> links() {
    return wires.stream()
        .flatMap(
            wire ->
                Stream.of(
                    wire,
                    new Wire(wire.farRouter, wire.farPort, wire.router, wire.port, wire.kind)));
  }

  /** Routing function: returns the port and the VC of a packet, in this order. */
  public List<Integer> route(int r, int i, int v, int s, int d, IntBinaryOperator choice) {
    final int vc = i < linkPorts.get(r) ? v + 1 : 0;
    final List<Integer> ports = shortest(r, d);
    final int chosen =
        switch (choosing) {
          case FIXED -> s + d;
          case ONCE -> choice.applyAsInt(0, CHOICES);
          case EACH -> choice.applyAsInt(vc, CHOICES);
        };
    return List.of(ports.get(chosen % ports.size()), vc);
  }

  /** Returns the ports on shortest paths, in ascending order. */
  private List<Integer> shortest(int r, int d) {
    final List<Integer> toRouter = distances.get(router(d));
    return links()
        .filter(wire -> wire.router == r)
        .filter(wire -> toRouter.get(wire.farRouter) == toRouter.get(r) - 1)
        .map(Wire::port)
        .sorted()
        .toList();
  }

  /**
   * Returns the candidates of a packet in order of preference. VCs ascend along each path, so that
   * nothing deadlocks; some ports occur twice, with one VC and with all.
   */
  public List<Output> outputs(
      Asking asking,
      int r,
      int i,
      int v,
      int s,
      int d,
      IntBinaryOperator choice,
      IntUnaryOperator load) {
    final List<Integer> hop = route(r, i, v, s, d, choice);
    if (asking == Asking.HOP) {
      return List.of(new Output(hop.get(0), List.of(hop.get(1))));
    }
    final int left = distances.get(r).get(router(d));
    final List<Integer> vcs =
        IntStream.rangeClosed(hop.get(1), numbers.vcs - left).boxed().toList();
    if (asking == Asking.SET) {
      return List.of(new Output(hop.get(0), vcs));
    }
    final List<Output> all = new ArrayList<>();
    shortest(r, d).stream()
        .sorted(Comparator.comparingInt(load::applyAsInt))
        .forEach(
            port -> {
              if ((s + d + port) % 2 == 0 && vcs.size() > 1) {
                all.add(new Output(port, vcs.subList(0, 1)));
              }
              all.add(new Output(port, vcs));
            });
    return asking == Asking.ALL ? all : all.subList(0, 1);
  }
}
