package io.hopwright.models.program.htsim;

import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphCheck;
import io.hopwright.models.program.trace.TraceLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builder of a graph from each node's flows (docs/models/traces.md, "htsim"). Confined to one
 * thread.
 */
final class FlowGraphs {
  /** Times are in ps. */
  private static final int UNIT = 1;

  /** Stream of the waits for starts, and that of triggers. */
  private static final int CLOCK = 1;

  private static final int GATES = 2;
  private static final int NONE = -1;

  private final Flows flows;
  private final TraceLines lines;
  private final List<Fire> fires = new ArrayList<>();

  /** Fires that start flows of each node, and fires that the node must report to others. */
  private final Map<Integer, List<Fire>> startsAt = new TreeMap<>();

  private final Map<Integer, List<Fire>> tellsFrom = new TreeMap<>();
  private long messages;

  /** Operation in the current graph, by flow. */
  private final int[] sends;

  private final int[] receives;
  private final GraphBuilder builder = new GraphBuilder(UNIT);

  /** The end of a flow, at its source or at its destination. */
  private record End(int flow, boolean receive) {}

  /** Condition for the start of flows: the ends of flows that must have come before. */
  private static final class Fire {
    private final int tag;
    private final Map<Integer, List<End>> ends = new TreeMap<>();
    private final Map<Integer, List<Integer>> started = new TreeMap<>();

    Fire(int tag) {
      this.tag = tag;
    }
  }

  /** Resolves the triggers; errors are noted. */
  FlowGraphs(Flows flows, TraceLines lines) {
    this.flows = flows;
    this.lines = lines;
    sends = new int[flows.count];
    receives = new int[flows.count];
    resolve();
  }

  private void resolve() {
    final Map<Integer, List<End>> ends = new TreeMap<>();
    final Map<Integer, List<Integer>> started = new TreeMap<>();
    for (int flow = 0; flow < flows.count; flow++) {
      note(started, flows.triggers[flow], flow, flow);
      note(ends, flows.sendDone[flow], new End(flow, false), flow);
      note(ends, flows.receiveDone[flow], new End(flow, true), flow);
    }
    flows.declared.forEach(
        (id, trigger) ->
            resolve(
                id,
                trigger,
                ends.getOrDefault(id, List.of()),
                started.getOrDefault(id, List.of())));
  }

  private <T> void note(Map<Integer, List<T>> of, int trigger, T what, int flow) {
    if (trigger != Flows.NO_TRIGGER) {
      of.computeIfAbsent(trigger, unseen -> new ArrayList<>()).add(what);
      if (!flows.declared.containsKey(trigger)) {
        lines.wrong(
            flows.lines[flow],
            "names trigger %s, which is not defined; write trigger id %s oneshot"
                .formatted(trigger, trigger));
      }
    }
  }

  private void resolve(int id, Flows.Trigger trigger, List<End> ends, List<Integer> started) {
    final int needed =
        switch (trigger.kind()) {
          case ONESHOT -> Math.min(started.size(), 1);
          case MULTISHOT -> started.size();
          case BARRIER -> trigger.count() == 0 ? ends.size() : trigger.count();
        };
    final boolean tooMany = trigger.kind() != Flows.Kind.MULTISHOT && ends.size() > needed;
    if (started.isEmpty()) {
      return;
    }
    if (ends.isEmpty() || ends.size() < needed || tooMany) {
      lines.wrong(
          trigger.line(),
          "trigger %s needs the end of %s flows, and %s flows name it as send_done_trigger or"
                  .formatted(id, Math.max(needed, 1), ends.size())
              + " recv_done_trigger; "
              + (tooMany ? "use barrier with count " + ends.size() : "correct one of them"));
      return;
    }
    if (trigger.kind() == Flows.Kind.MULTISHOT) {
      for (int k = 0; k < started.size(); k++) {
        fire(ends.subList(k, k + 1), started.subList(k, k + 1));
      }
    } else {
      fire(ends, started);
    }
  }

  private void fire(List<End> ends, List<Integer> started) {
    final Fire fire = new Fire(flows.count + fires.size());
    fires.add(fire);
    for (End end : ends) {
      fire.ends
          .computeIfAbsent(
              end.receive ? flows.destinations[end.flow] : flows.sources[end.flow],
              unseen -> new ArrayList<>())
          .add(end);
    }
    for (int flow : started) {
      fire.started.computeIfAbsent(flows.sources[flow], unseen -> new ArrayList<>()).add(flow);
    }
    fire.started
        .keySet()
        .forEach(node -> startsAt.computeIfAbsent(node, unseen -> new ArrayList<>()).add(fire));
    fire.ends
        .keySet()
        .forEach(node -> tellsFrom.computeIfAbsent(node, unseen -> new ArrayList<>()).add(fire));
    messages += (long) fire.ends.size() * fire.started.size();
    if (messages > OperationGraph.MOST_OPERATIONS) {
      lines.wrong(
          0,
          ("triggers send more than %s messages between nodes; use fewer triggers, or"
                  + " triggers of fewer nodes")
              .formatted(OperationGraph.MOST_OPERATIONS));
    }
  }

  /** Returns the graph of each node; a cycle of a node is noted. */
  OperationGraph[] build() {
    final int[] bySource = order(flows.sources);
    final int[] byDestination = order(flows.destinations);
    final OperationGraph[] graphs = new OperationGraph[flows.nodes];
    builder.clear();
    Arrays.fill(graphs, builder.graph());
    int source = 0;
    int destination = 0;
    while (source < flows.count || destination < flows.count) {
      final int node =
          Math.min(
              nodeAt(bySource, source, flows.sources),
              nodeAt(byDestination, destination, flows.destinations));
      builder.clear();
      for (; nodeAt(byDestination, destination, flows.destinations) == node; destination++) {
        final int flow = byDestination[destination];
        receives[flow] = add(OperationGraph.RECEIVE, flows.sources[flow], flow);
      }
      final int firstSent = source;
      for (; nodeAt(bySource, source, flows.sources) == node; source++) {
        final int flow = bySource[source];
        sends[flow] = add(OperationGraph.SEND, flows.destinations[flow], flow);
      }
      addStarts(bySource, firstSent, source);
      addTriggers(node);
      graphs[node] = builder.graph();
      refuseCycle(graphs[node], node);
    }
    return graphs;
  }

  private void refuseCycle(OperationGraph graph, int node) {
    final List<Integer> cycle = GraphCheck.cycle(graph);
    if (!cycle.isEmpty()) {
      lines.wrong(
          graph.line(cycle.get(0)),
          "flows of node %s wait for each other through their triggers, so that none starts; give"
                  .formatted(node)
              + " one of them a start");
    }
  }

  /** Returns all flows sorted by a node of them, those of one node in the order of the file. */
  private int[] order(int[] nodes) {
    final long[] keys = new long[flows.count];
    for (int flow = 0; flow < flows.count; flow++) {
      keys[flow] = (long) nodes[flow] << Integer.SIZE | flow;
    }
    Arrays.sort(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
  }

  private int nodeAt(int[] order, int at, int[] nodes) {
    return at < flows.count ? nodes[order[at]] : Integer.MAX_VALUE;
  }

  private int add(int kind, int peer, int flow) {
    return builder.add(kind, peer, flows.bytes[flow], flow, 0, 0, flows.lines[flow]);
  }

  /** Flows with a start wait for a stream that does nothing but let time pass. */
  private void addStarts(int[] bySource, int from, int to) {
    final long[] starts = new long[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      final int flow = bySource[i];
      if (flows.triggers[flow] == Flows.NO_TRIGGER && flows.starts[flow] > 0) {
        starts[count++] = flows.starts[flow];
      }
    }
    Arrays.sort(starts, 0, count);
    final Map<Long, Integer> waits = new TreeMap<>();
    long passed = 0;
    int before = NONE;
    for (int i = 0; i < count; i++) {
      if (starts[i] > passed) {
        final int wait = builder.add(OperationGraph.CALC, 0, starts[i] - passed, 0, CLOCK, 0, 0);
        if (before != NONE) {
          builder.depend(wait, before, false);
        }
        waits.put(starts[i], wait);
        passed = starts[i];
        before = wait;
      }
    }
    for (int i = from; i < to; i++) {
      final int flow = bySource[i];
      if (flows.triggers[flow] == Flows.NO_TRIGGER && flows.starts[flow] > 0) {
        builder.depend(sends[flow], waits.get(flows.starts[flow]), false);
      }
    }
  }

  private void addTriggers(int node) {
    for (Fire fire : tellsFrom.getOrDefault(node, List.of())) {
      final List<End> ends = fire.ends.get(node);
      for (int other : fire.started.keySet()) {
        if (other != node) {
          final int line = flows.lines[ends.get(0).flow];
          final int tell = builder.add(OperationGraph.SEND, other, 0, fire.tag, 0, 0, line);
          ends.forEach(end -> builder.depend(tell, operation(end), false));
        }
      }
    }
    for (Fire fire : startsAt.getOrDefault(node, List.of())) {
      final List<Integer> started = fire.started.get(node);
      final int line = flows.lines[started.get(0)];
      final int gate = builder.add(OperationGraph.CALC, 0, 0, 0, GATES, 0, line);
      fire.ends.forEach(
          (other, ends) -> {
            if (other == node) {
              ends.forEach(end -> builder.depend(gate, operation(end), false));
            } else {
              final int told = builder.add(OperationGraph.RECEIVE, other, 0, fire.tag, 0, 0, line);
              builder.depend(gate, told, false);
            }
          });
      started.forEach(flow -> builder.depend(sends[flow], gate, false));
    }
  }

  private int operation(End end) {
    return end.receive ? receives[end.flow] : sends[end.flow];
  }
}
