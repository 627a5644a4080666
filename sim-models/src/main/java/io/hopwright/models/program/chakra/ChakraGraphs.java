package io.hopwright.models.program.chakra;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.chakra.ChakraNodes.Kind;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.collectives.Step;
import io.hopwright.models.program.collectives.StepWindow;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphCheck;
import io.hopwright.models.program.trace.TracedProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Builder of graphs from the nodes of all ranks, one after the other (docs/models/traces.md,
 * "Chakra"). Memory: the nodes of one rank, and the collectives of the ranks before it.
 */
final class ChakraGraphs implements TracedProgram.Graphs<ChakraNodes> {
  /** Times are in ps. */
  private static final int UNIT = 1;

  private static final long MICROSECOND = 1_000_000;
  private static final int MOST_ERRORS = 100;

  // Streams.
  private static final int HOST = 1;
  private static final int ACCELERATOR = 2;
  private static final int MEMORY = 3;

  /** Operations without duration. */
  private static final int GATES = 4;

  private final int ranks;
  private final Map<Collective, Algorithm> how;
  private final List<Integer> world;
  private final GraphBuilder builder;
  private final Step step = new Step();
  private final List<String> errors = new ArrayList<>();

  /** Meetings by members and the number of their earlier collectives. */
  private final Map<Instance, Meeting> meetings = new HashMap<>();

  private long tags = NodeReader.MOST_TAGS;

  // Of the rank whose graph is being made.
  private ChakraNodes nodes;
  private int rank;

  /** Position of the node that is being added, in its file. */
  private int place;

  /** Operations of nodes: the first, and the last. */
  private int[] entries;

  private int[] exits;
  private final Map<List<Integer>, Integer> before = new HashMap<>();

  /** Collective call of some members. */
  private record Instance(List<Integer> members, int number) {}

  /** Operations of the first member; the tag of its first step. */
  private static final class Meeting {
    private final int kind;
    private final long size;
    private final int root;
    private final String at;
    private final int tag;
    private int came;

    Meeting(ChakraNodes nodes, int node, int tag) {
      kind = nodes.tags[node];
      size = nodes.sizes[node];
      root = nodes.peers[node];
      at = nodes.at(node);
      this.tag = tag;
    }
  }

  /**
   * Creates a builder.
   *
   * @param keeps whether graphs are valid after that of the next rank is built
   */
  ChakraGraphs(int ranks, Map<Collective, Algorithm> how, boolean keeps) {
    builder = new GraphBuilder(UNIT, !keeps);
    this.ranks = ranks;
    this.how = how;
    world = IntStream.range(0, ranks).boxed().toList();
  }

  /**
   * Returns the graph of a rank; any graph once there are errors.
   *
   * @param itsRank the rank; ranks come in order
   */
  @Override
  public OperationGraph graph(int itsRank, ChakraNodes itsNodes) {
    rank = itsRank;
    nodes = itsNodes;
    before.clear();
    builder.clear();
    if (errors.size() < MOST_ERRORS) {
      addNodes();
    }
    final OperationGraph graph = builder.graph();
    if (errors.isEmpty()) {
      refuseCycle(graph);
    }
    return graph;
  }

  /**
   * Checks that all ranks were in order.
   *
   * @throws ProgramException with all errors
   */
  @Override
  public void finish() {
    if (errors.isEmpty()) {
      meetings.forEach(
          (instance, meeting) -> {
            final int missing = instance.members.size() - meeting.came;
            if (missing > 0) {
              wrong(
                  meeting.at
                      + " is a collective without nodes of %s of its %s ranks; add their nodes"
                          .formatted(missing, instance.members.size()));
            }
          });
    }
    errors.sort(Comparator.naturalOrder());
    if (!errors.isEmpty()) {
      throw new ProgramException(errors);
    }
  }

  private void wrong(String message) {
    if (errors.size() < MOST_ERRORS) {
      errors.add(message);
    }
  }

  /** Adds nodes in the order of their numbers, which is that in which ready ones begin. */
  private void addNodes() {
    final int[] order = order();
    final long[] sorted = new long[order.length];
    entries = new int[nodes.count];
    exits = new int[nodes.count];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = nodes.ids[order[i]] ^ Long.MIN_VALUE;
      if (i > 0 && sorted[i] == sorted[i - 1]) {
        wrong(
            "%s appears twice, first at byte %s; give each node its own id"
                .formatted(nodes.at(order[i]), nodes.offsets[order[i - 1]]));
        return;
      }
      addNode(order[i]);
    }
    for (int node = 0; node < nodes.count; node++) {
      for (int i = nodes.firstDependency(node); i < nodes.ends[node]; i++) {
        final int found = Arrays.binarySearch(sorted, nodes.dependencies[i] ^ Long.MIN_VALUE);
        if (found < 0) {
          wrong(
              "%s depends on node %s, which the file does not have; it is cut short or filtered"
                  .formatted(nodes.at(node), Long.toUnsignedString(nodes.dependencies[i])));
          return;
        }
        builder.depend(entries[node], exits[order[found]], false);
      }
    }
  }

  /** Returns the nodes in the order of their numbers, which most files have already. */
  private int[] order() {
    boolean ascending = true;
    for (int node = 1; node < nodes.count; node++) {
      ascending &= Long.compareUnsigned(nodes.ids[node - 1], nodes.ids[node]) < 0;
    }
    if (ascending) {
      return IntStream.range(0, nodes.count).toArray();
    }
    return IntStream.range(0, nodes.count)
        .boxed()
        .sorted((a, b) -> Long.compareUnsigned(nodes.ids[a], nodes.ids[b]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void refuseCycle(OperationGraph graph) {
    final List<Integer> cycle = GraphCheck.cycle(graph);
    for (int node = 0; node < nodes.count && !cycle.isEmpty(); node++) {
      if (cycle.contains(entries[node])) {
        wrong(
            nodes.at(node)
                + " depends on itself, directly or through others; remove that dependency");
        return;
      }
    }
  }

  private void addNode(int node) {
    final Kind kind = nodes.kinds[node];
    place = (int) Math.min(nodes.offsets[node], Integer.MAX_VALUE);
    switch (kind) {
      case NOTHING -> calc(node, 0, GATES);
      case HOST -> calc(node, nodes.sizes[node], HOST);
      case ACCELERATOR -> calc(node, nodes.sizes[node], ACCELERATOR);
      case MEMORY -> calc(node, nodes.sizes[node], MEMORY);
      case SEND, RECEIVE -> {
        if (nodes.peers[node] >= ranks) {
          wrong(
              "%s names rank %s; there are files of ranks 0 to %s"
                  .formatted(nodes.at(node), nodes.peers[node], ranks - 1));
        }
        entries[node] =
            builder.add(
                kind == Kind.SEND ? OperationGraph.SEND : OperationGraph.RECEIVE,
                nodes.peers[node],
                nodes.sizes[node],
                nodes.tags[node],
                0,
                0,
                place);
        exits[node] = entries[node];
      }
      case COLLECTIVE -> collective(node);
    }
  }

  private void calc(int node, long microseconds, int stream) {
    entries[node] =
        builder.add(OperationGraph.CALC, 0, microseconds * MICROSECOND, 0, stream, 0, place);
    exits[node] = entries[node];
  }

  /** Returns the members of a group; none, and an error noted, if it is not known. */
  private List<Integer> members(int node) {
    final String group = nodes.groupNames[node];
    final List<Integer> members = nodes.groups.get(group);
    if (members == null ? group.isEmpty() || group.equals("0") : members.isEmpty()) {
      return world;
    }
    if (members == null) {
      wrong(
          "%s is a collective of the process group %s, which no metadata node names"
                  .formatted(nodes.at(node), group)
              + "; record the trace with its groups");
      return List.of();
    }
    if (!members.contains(rank) || members.stream().anyMatch(member -> member >= ranks)) {
      wrong(
          ("%s is a collective of ranks %s, but rank %s is not one of them or some have no"
                  + " file")
              .formatted(nodes.at(node), members, rank));
      return List.of();
    }
    return members;
  }

  private void collective(int node) {
    final List<Integer> members = members(node);
    final ChakraCollective kind = ChakraCollective.of(nodes.tags[node]);
    final int count = Math.max(members.size(), 1);
    final long bytes = kind.bytes(nodes.sizes[node], count);
    final Algorithm algorithm = kind.collective().ofMessages(how, count, bytes);
    int gate = gate();
    entries[node] = gate;
    exits[node] = gate;
    if (members.size() < 2) {
      return;
    }
    final Meeting meeting = meet(node, members, algorithm.steps(count, bytes));
    if (nodes.peers[node] >= count) {
      wrong(
          "%s has root %s of %s members; roots are counted from 0"
              .formatted(nodes.at(node), nodes.peers[node], count));
      return;
    }
    final int index = members.indexOf(rank);
    final int steps = algorithm.steps(count, bytes);
    final StepWindow open = new StepWindow(algorithm, count, bytes);
    for (int k = 0; k < steps; k++) {
      gate = gate(open.before(k), gate, algorithm.isSliding());
      step.fill(algorithm, k, index, count, nodes.peers[node], bytes);
      final int tag = meeting.tag + k;
      if (step.receiveFrom() != Step.NOBODY) {
        final int from = members.get(step.receiveFrom());
        open.add(message(OperationGraph.RECEIVE, from, step.receiveBytes(), tag, gate));
      }
      if (step.sendTo() != Step.NOBODY) {
        final int to = members.get(step.sendTo());
        final int itsTag = meeting.tag + step.sendTag();
        open.add(message(OperationGraph.SEND, to, step.sendBytes(), itsTag, gate));
      }
    }
    for (List<Integer> left : open.atLast()) {
      gate = gate(left, gate, algorithm.isSliding());
    }
    exits[node] = gate;
    builder.mark(new CollectiveMark(algorithm, count, bytes, entries[node], gate));
  }

  /**
   * Returns the gate behind some operations, the one before if there are none.
   *
   * @param later whether it is behind the one before, too, which some of them are not
   */
  private int gate(List<Integer> operations, int before, boolean later) {
    if (operations.isEmpty()) {
      return before;
    }
    final int gate = gate();
    if (later) {
      builder.depend(gate, before, false);
    }
    for (int operation : operations) {
      builder.depend(gate, operation, false);
    }
    return gate;
  }

  private int gate() {
    return builder.add(OperationGraph.CALC, 0, 0, 0, GATES, 0, place);
  }

  private int message(int kind, int peer, long bytes, int tag, int gate) {
    final int operation = builder.add(kind, peer, bytes, tag, 0, 0, place);
    builder.depend(operation, gate, false);
    return operation;
  }

  /** Returns the collective that the members do together, each the same number of times. */
  private Meeting meet(int node, List<Integer> members, int steps) {
    final int number = before.merge(members, 1, Integer::sum) - 1;
    final Meeting meeting =
        meetings.computeIfAbsent(
            new Instance(members, number),
            unseen -> {
              final int first = (int) tags;
              tags += steps;
              return new Meeting(nodes, node, first);
            });
    if (tags > Integer.MAX_VALUE) {
      throw new ProgramException(
          nodes.at(node) + " brings the steps of collectives to 2^30 or more; use a shorter trace");
    }
    meeting.came++;
    if (meeting.kind != nodes.tags[node]
        || meeting.size != nodes.sizes[node]
        || meeting.root != nodes.peers[node]) {
      wrong(
          ("%s is %s of %s B, but %s of the same group is %s of %s B; all members must"
                  + " call the same")
              .formatted(
                  nodes.at(node),
                  ChakraCollective.of(nodes.tags[node]),
                  nodes.sizes[node],
                  meeting.at,
                  ChakraCollective.of(meeting.kind),
                  meeting.size));
    }
    return meeting;
  }
}
