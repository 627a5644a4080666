package io.hopwright.models.reference.fabric;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.fabric.FabricReference.Asked;
import io.hopwright.models.reference.fabric.FabricReference.Candidate;
import io.hopwright.models.reference.fabric.FabricReference.Link;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Input-queued router with its nodes, by {@code docs/models/vc-router.md}. Confined to the thread
 * of its machine.
 */
final class VcRouter implements FabricPlace {
  /** Head of a buffer, and the candidate that it requests or is granted. */
  private record Match(VcBuffer from, Candidate to) {
    int input() {
      return from.input().port();
    }
  }

  final ReferenceFabric<VcRouter> machine;
  final VcNumbers numbers;
  private final int r;

  /** Inputs, indexed by port. */
  private final List<VcInput> inputs = new ArrayList<>();

  /** Outputs by port; null at a port without a link. */
  private final List<VcOutput> outputs = new ArrayList<>();

  private final List<FabricNode> nodes = new ArrayList<>();
  private final Loads loads = new Loads();

  VcRouter(ReferenceFabric<VcRouter> machine, int r) {
    this.machine = machine;
    this.r = r;
    numbers = machine.value.router;
    final int linkPorts = machine.value.linkPorts(r);
    final int vcs = machine.value.vcs;
    for (int port = 0; port < linkPorts + machine.value.nodes(r); port++) {
      final Link link = port < linkPorts ? machine.value.link(r, port) : null;
      inputs.add(new VcInput(this, port, vcs));
      outputs.add(link == null && port < linkPorts ? null : new VcOutput(this, port, link));
    }
    for (int j = 0; j < machine.value.nodes(r); j++) {
      nodes.add(new FabricNode(this, machine, machine.value.node(r, j), linkPorts + j, vcs));
    }
  }

  /** Returns the numbers {@code 0 … n − 1} from one on, going round. */
  static IntStream goingRound(int from, int n) {
    return IntStream.range(0, n).map(k -> (from + k) % n);
  }

  @Override
  public List<FabricNode> nodes() {
    return nodes;
  }

  /** Returns the number of ports, {@code P}. */
  int ports() {
    return inputs.size();
  }

  VcOutput output(int port) {
    return outputs.get(port);
  }

  private Stream<VcOutput> outputs() {
    return outputs.stream().filter(Objects::nonNull);
  }

  private Stream<VcBuffer> buffers() {
    return inputs.stream().flatMap(input -> input.buffers().stream());
  }

  // --------------------------------------------------------------------------------- phase 1

  @Override
  public boolean hasRoom(int port, int vc, int size) {
    return inputs.get(port).charges[vc] + size <= machine.value.nodePorts.cap();
  }

  @Override
  public void issue(FabricPacket packet, int port, int vc, long arrivalTick) {
    inputs.get(port).charges[vc] += packet.flits;
    expect(packet, port, vc, arrivalTick);
  }

  /** A packet will arrive. */
  void expect(FabricPacket packet, int port, int vc, long arrivalTick) {
    packet.goTo(port, vc);
    machine.at(arrivalTick, () -> inputs.get(port).buffer(vc).arrive(packet, arrivalTick));
    // "A packet is queued from H ticks after its arrival until its grant."
    machine.at(arrivalTick + numbers.head(), () -> machine.queue(1));
  }

  /** A packet reaches the node at a port. */
  void deliver(FabricPacket packet, int port) {
    nodes.get(port - machine.value.linkPorts(r)).receive(packet);
  }

  private void leave(VcBuffer buffer) {
    buffer.leave(machine.now());
    buffer.input().leave();
    if (buffer.packets() > 0) {
      machine.wake(buffer.readyFrom(numbers));
    }
  }

  // --------------------------------------------------------------------------------- phase 2

  /** Performs phase 2: routes that are chosen once, grants, issue. */
  @Override
  public void act() {
    if (machine.value.asked() != Asked.ADAPTIVE) {
      buffers()
          .filter(buffer -> isReady(buffer) && buffer.chosen() == null)
          .toList()
          .forEach(buffer -> buffer.choose(ask(buffer)));
    }
    boolean granted = false;
    boolean again = buffers().anyMatch(this::isReady);
    for (int iteration = 0; again && iteration < numbers.iterations(); iteration++) {
      final Map<VcBuffer, List<Candidate>> possible = possible();
      final List<Match> matches =
          numbers.inputFirst() ? inputFirst(possible) : outputFirst(possible);
      matches.forEach(this::grant);
      again = !matches.isEmpty(); // else the next iteration sees the same
      granted |= again;
    }
    nodes.forEach(FabricNode::issue);
    if (granted) {
      machine.wake(machine.now() + 1);
    }
  }

  private boolean isReady(VcBuffer buffer) {
    return buffer.isReady(machine.now(), numbers);
  }

  /** Returns the candidates of the head of a buffer. */
  private List<Candidate> ask(VcBuffer buffer) {
    final FabricPacket packet = buffer.first();
    final End end = machine.value.port(packet.destination);
    if (end.router() == r) {
      return List.of(new Candidate(end.port(), Set.of(0)));
    }
    final int input = buffer.input().port();
    final boolean atSource = input >= machine.value.linkPorts(r);
    final List<Candidate> candidates =
        machine.value.candidates(
            r,
            input,
            atSource ? 0 : buffer.vc(),
            packet.source,
            packet.destination,
            machine.choice(packet),
            loads);
    if (candidates.isEmpty() || candidates.stream().anyMatch(of -> of.vcs().isEmpty())) {
      throw new IllegalStateException(
          String.format("tick %d: %s at %s has no candidate", machine.now(), packet, this));
    }
    candidates.forEach(of -> of.vcs().forEach(vc -> machine.check(packet, r, of.port(), vc)));
    return candidates;
  }

  private final class Loads implements FabricReference.Loads {
    @Override
    public long of(int port) {
      return output(port) == null ? 0 : output(port).load() + decided(port, to -> true);
    }

    @Override
    public long waiting(int port, int vc) {
      final long load = (long) output(port).charge(vc) + decided(port, to -> to.vcs().contains(vc));
      final double without = load - output(port).link().ofClass().cap();
      return (long) Math.ceil(without / machine.value.packets.f());
    }

    /** Returns the flits of heads that are decided for some candidates of a port. */
    private int decided(int port, Predicate<Candidate> which) {
      return machine.value.asked() != Asked.ONCE
          ? 0
          : buffers()
              .filter(of -> of.chosen() != null)
              .filter(of -> of.chosen().get(0).port() == port && which.test(of.chosen().get(0)))
              .mapToInt(of -> of.first().flits)
              .sum();
    }
  }

  /** Returns the possible candidates of all ready heads at free inputs that have any. */
  private Map<VcBuffer, List<Candidate>> possible() {
    final Map<VcBuffer, List<Candidate>> possible = new LinkedHashMap<>();
    buffers()
        .filter(this::isReady)
        .filter(buffer -> buffer.input().isFree(numbers))
        .forEach(
            buffer -> {
              final List<Candidate> of = buffer.chosen() == null ? ask(buffer) : buffer.chosen();
              final List<Candidate> left =
                  of.stream()
                      .filter(to -> output(to.port()).isPossible(buffer.first(), to, machine.now()))
                      .toList();
              if (!left.isEmpty()) {
                possible.put(buffer, left);
              }
            });
    return possible;
  }

  /** Allocator {@code separable-input}. */
  private List<Match> inputFirst(Map<VcBuffer, List<Candidate>> possible) {
    final Map<Integer, Match> requests = new TreeMap<>();
    for (final VcInput input : inputs) {
      input
          .fromPointer()
          .filter(possible::containsKey)
          .findFirst()
          .ifPresent(
              buffer -> requests.put(input.port(), new Match(buffer, possible.get(buffer).get(0))));
    }
    final List<Match> grants = new ArrayList<>();
    outputs()
        .forEach(
            output ->
                firstInput(
                        output,
                        i -> requests.containsKey(i) && requests.get(i).to.port() == output.port())
                    .forEach(i -> grants.add(requests.get(i))));
    return grants;
  }

  /** Allocator {@code separable-output}. */
  private List<Match> outputFirst(Map<VcBuffer, List<Candidate>> possible) {
    final Map<Integer, Set<Integer>> offers = new TreeMap<>();
    outputs()
        .forEach(
            output ->
                firstInput(
                        output,
                        i ->
                            inputs.get(i).buffers().stream()
                                .flatMap(buffer -> candidates(possible, buffer))
                                .anyMatch(to -> to.port() == output.port()))
                    .forEach(
                        i -> offers.computeIfAbsent(i, k -> new HashSet<>()).add(output.port())));
    final List<Match> grants = new ArrayList<>();
    offers.forEach(
        (i, offered) ->
            inputs
                .get(i)
                .fromPointer()
                .flatMap(
                    buffer ->
                        candidates(possible, buffer)
                            .filter(to -> offered.contains(to.port()))
                            .map(to -> new Match(buffer, to)))
                .findFirst()
                .ifPresent(grants::add));
    return grants;
  }

  private static Stream<Candidate> candidates(
      Map<VcBuffer, List<Candidate>> possible, VcBuffer buffer) {
    return possible.getOrDefault(buffer, List.of()).stream();
  }

  /** Returns the first input at or after the pointer of an output, if any. */
  private IntStream firstInput(VcOutput output, IntPredicate which) {
    return goingRound(output.pointer(), ports()).filter(which).limit(1);
  }

  private void grant(Match match) {
    final long g = machine.now();
    final VcBuffer buffer = match.from;
    final int input = match.input();
    final int vc = buffer.vc();
    final VcOutput output = output(match.to.port());
    final FabricPacket packet = buffer.grant();
    final long tail = g + output.crossing(packet);
    machine.queue(-1);
    packet.routeTicks += numbers.head();
    buffer.input().grant(vc);
    machine.at(tail, () -> leave(buffer));
    final Link cameOver = output(input).link();
    if (cameOver == null) {
      machine.at(tail, () -> buffer.input().charges[vc] -= packet.flits);
    } else {
      final End sender = cameOver.farEnd(); // both directions join the same ports
      machine.at(
          tail + machine.value.linkInto(r, input).ofClass().credit(),
          () -> machine.router(sender.router()).output(sender.port()).giveBack(vc, packet.flits));
    }
    output.grant(packet, input, match.to, g);
  }

  // ------------------------------------------------------------------------------------ ends

  @Override
  public boolean isHome() {
    return buffers().allMatch(buffer -> buffer.packets() == 0)
        && inputs.stream().allMatch(input -> IntStream.of(input.charges).allMatch(c -> c == 0))
        && outputs().allMatch(output -> output.load() == 0);
  }

  @Override
  public void checkConservation() {
    buffers().filter(buffer -> outputs.get(buffer.input().port()) != null).forEach(this::check);
  }

  private void check(VcBuffer buffer) {
    final Link link = output(buffer.input().port()).link();
    final int flits = buffer.flits();
    final int charged =
        link == null
            ? buffer.input().charges[buffer.vc()]
            : machine
                .router(link.farEnd().router())
                .output(link.farEnd().port())
                .charge(buffer.vc());
    final int fit =
        link == null
            ? machine.value.nodePorts.cap()
            : machine.value.linkInto(r, buffer.input().port()).ofClass().cap();
    if (flits > charged || charged > fit) {
      throw new IllegalStateException(
          String.format("%s: %d charged, %d there, %d fit", buffer, charged, flits, fit));
    }
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    buffers()
        .filter(buffer -> buffer.waiting() > 0)
        .forEach(
            buffer ->
                report.append(
                    String.format(
                        "%s: %d wait, first %s%n", buffer, buffer.waiting(), buffer.first())));
    return buffers().mapToLong(VcBuffer::waiting).sum();
  }

  @Override
  public String toString() {
    return "router " + r;
  }
}
