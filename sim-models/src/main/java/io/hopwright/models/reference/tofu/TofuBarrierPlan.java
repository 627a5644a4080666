package io.hopwright.models.reference.tofu;

import io.hopwright.models.reference.tofu.TofuParameters.Generation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Signal targets of all gates (section "Barrier" of {@code docs/models/tofu.md}). */
final class TofuBarrierPlan {
  private final List<TofuGate> gates = new ArrayList<>();

  /** Gates there are, by node and TNI. */
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();

  private TofuBarrierPlan() {}

  private TofuGate gate(int node, int tni, int channel) {
    final int number = numbers.merge(List.of(node, tni), 1, Integer::sum) - 1;
    final TofuGate gate = new TofuGate(node, tni, number, channel);
    gates.add(gate);
    return gate;
  }

  private TofuGate relay(int node, int tni, TofuGate... waitsFor) {
    final TofuGate relay = gate(node, tni, TofuGate.RELAY);
    for (final TofuGate from : waitsFor) {
      relay.waitFor(from);
    }
    return relay;
  }

  // --------------------------------------------------------------------------- within a node

  /** The gates that join so many channels of one node. */
  static List<TofuGate> within(Generation generation, int node, int channels) {
    final TofuBarrierPlan plan = new TofuBarrierPlan();
    final int u = Math.min(channels, generation.of(1, 1, 6));
    final List<TofuGate> starts = new ArrayList<>();
    for (int channel = 0; channel < channels; channel++) {
      starts.add(plan.gate(node, channel % u, channel));
    }
    if (channels == 1) {
      starts.get(0).waitFor(plan.relay(node, 0, starts.get(0)));
    } else {
      plan.join(groups(starts, u));
    }
    return plan.gates;
  }

  /** Start-and-end gates by group, in each "by TNI, then number". */
  private static List<List<TofuGate>> groups(List<TofuGate> starts, int u) {
    final List<List<TofuGate>> byTni = new ArrayList<>();
    for (int tni = 0; tni < u; tni++) {
      final int own = tni;
      byTni.add(new ArrayList<>(starts.stream().filter(gate -> gate.tni == own).toList()));
    }
    if (starts.size() % u == 0) {
      return byTni;
    }
    if (starts.size() % 4 != 0) {
      throw new IllegalArgumentException(starts.size() + " channels make no groups");
    }
    final int size = starts.size() / 4;
    final List<List<TofuGate>> groups = new ArrayList<>();
    final List<TofuGate> rest = new ArrayList<>();
    for (int tni = 0; tni < u; tni++) {
      final int own = tni < 4 ? Math.min(size, byTni.get(tni).size()) : 0;
      if (tni < 4) {
        groups.add(new ArrayList<>(byTni.get(tni).subList(0, own)));
      }
      rest.addAll(byTni.get(tni).subList(own, byTni.get(tni).size()));
    }
    int next = 0;
    for (final TofuGate gate : rest) {
      while (groups.get(next).size() == size) {
        next = (next + 1) % 4;
      }
      groups.get(next).add(gate);
      next = (next + 1) % 4;
    }
    groups.forEach(
        group ->
            group.sort(
                Comparator.<TofuGate>comparingInt(gate -> gate.tni)
                    .thenComparingInt(gate -> gate.channel)));
    return groups;
  }

  private void join(List<List<TofuGate>> groups) {
    List<TofuGate> last = new ArrayList<>();
    for (final List<TofuGate> group : groups) {
      last.add(root(group));
    }
    final int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(groups.size() - 1);
    final boolean single = groups.get(0).size() == 1;
    for (int round = 0; round < rounds; round++) {
      final List<TofuGate> now = new ArrayList<>();
      for (int g = 0; g < groups.size(); g++) {
        final TofuGate before = last.get(g);
        final TofuGate gate =
            single && round == rounds - 1
                ? groups.get(g).get(0)
                : gate(before.node, before.tni, TofuGate.RELAY);
        gate.waitFor(before);
        gate.waitFor(last.get(partner(g, round, groups.size())));
        now.add(gate);
      }
      last = now;
    }
    for (int g = 0; g < groups.size(); g++) {
      if (!single) {
        broadcastInHalves(last.get(g), groups.get(g));
      }
    }
  }

  private static int partner(int g, int round, int groups) {
    return Integer.bitCount(groups) == 1
        ? g ^ (1 << round)
        : Math.floorMod(g - (1 << round), groups);
  }

  /** Returns the root after joining nodes in pairs (0, 1), (2, 3), …, until one is left. */
  private TofuGate root(List<TofuGate> group) {
    List<TofuGate> level = group;
    while (level.size() > 1) {
      final List<TofuGate> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i += 2) {
        final TofuGate first = level.get(i);
        next.add(
            i + 1 < level.size() ? relay(first.node, first.tni, first, level.get(i + 1)) : first);
      }
      level = next;
    }
    return level.get(0);
  }

  /** Adds signals from a node to the parts with the first ⌈m/2⌉ nodes and with the others. */
  private void broadcastInHalves(TofuGate from, List<TofuGate> members) {
    final int half = (members.size() + 1) / 2;
    broadcast(from, members.subList(0, half));
    broadcast(from, members.subList(half, members.size()));
  }

  private void broadcast(TofuGate from, List<TofuGate> part) {
    final TofuGate last = part.get(part.size() - 1);
    if (part.size() == 1) {
      last.waitFor(from);
    } else {
      broadcastInHalves(relay(last.node, last.tni, from), part);
    }
  }

  // --------------------------------------------------------------------------- between nodes

  /** The gates that join a channel each of so many nodes by a tree. */
  static List<TofuGate> tree(int nodes) {
    final TofuBarrierPlan plan = new TofuBarrierPlan();
    plan.tree(plan.starts(nodes));
    return plan.gates;
  }

  /** The gates that join a channel each of 2^L nodes by a butterfly. */
  static List<TofuGate> butterfly(int nodes) {
    final TofuBarrierPlan plan = new TofuBarrierPlan();
    plan.butterfly(plan.starts(nodes));
    return plan.gates;
  }

  /** Start-and-end gates of the nodes from 0 on, on TNI 0. */
  private List<TofuGate> starts(int nodes) {
    return IntStream.range(0, nodes).mapToObj(node -> gate(node, 0, 0)).toList();
  }

  private TofuGate relayBeside(TofuGate start) {
    return gate(start.node, start.tni, TofuGate.RELAY);
  }

  private void tree(List<TofuGate> starts) {
    final List<List<TofuGate>> ofNodes = new ArrayList<>();
    for (final TofuGate start : starts) {
      final List<TofuGate> own = new ArrayList<>();
      own.add(start);
      for (int relay = 1; relay <= 4; relay++) {
        own.add(relayBeside(start));
      }
      ofNodes.add(own);
    }
    for (int i = 0; i < starts.size(); i++) {
      final List<TofuGate> own = ofNodes.get(i);
      own.get(1).waitFor(own.get(0));
      own.get(2).waitFor(own.get(1));
      own.get(4).waitFor(own.get(3));
      own.get(0).waitFor(own.get(4));
      if (i == 0) {
        own.get(3).waitFor(own.get(2));
      } else {
        // child 1, with odd numbers, joins at relay 1 and hears from relay 3; child 2 at 2, from 4
        final List<TofuGate> parent = ofNodes.get((i - 1) / 2);
        final int child = i % 2 == 1 ? 1 : 2;
        parent.get(child).waitFor(own.get(2));
        own.get(3).waitFor(parent.get(2 + child));
      }
    }
  }

  private void butterfly(List<TofuGate> starts) {
    final int stages = Integer.numberOfTrailingZeros(starts.size());
    final List<List<TofuGate>> byStage = new ArrayList<>();
    byStage.add(starts);
    for (int stage = 1; stage < stages; stage++) {
      byStage.add(starts.stream().map(this::relayBeside).toList());
    }
    for (int stage = 1; stage <= stages; stage++) {
      for (int i = 0; i < starts.size(); i++) {
        final TofuGate gate = byStage.get(stage % stages).get(i); // behind the last: the end
        gate.waitFor(byStage.get(stage - 1).get(i));
        gate.waitFor(byStage.get(stage - 1).get(i ^ (1 << (stage - 1))));
      }
    }
  }

  // --------------------------------------------------------------------------------- of jobs

  /**
   * The start-and-end gates of communicators, in order of their numbers: section "Barriers of
   * jobs".
   *
   * @param nodes of each communicator, two and more
   * @return gates in the order of the nodes
   */
  static List<List<TofuGate>> ofJobs(Generation generation, List<List<Integer>> nodes) {
    final TofuBarrierPlan plan = new TofuBarrierPlan();
    final int u = generation.of(1, 1, 6);
    final Map<Integer, Integer> communicators = new HashMap<>();
    final List<List<TofuGate>> starts = new ArrayList<>();
    for (final List<Integer> ofCommunicator : nodes) {
      final List<TofuGate> own = new ArrayList<>();
      for (final int node : ofCommunicator) {
        final int k = communicators.merge(node, 1, Integer::sum) - 1;
        own.add(plan.gate(node, k % u, k / u));
      }
      starts.add(own);
    }
    for (final List<TofuGate> own : starts) { // relays "by k and by their number"
      if (Integer.bitCount(own.size()) == 1) {
        plan.butterfly(own);
      } else {
        plan.tree(own);
      }
    }
    plan.checkSizes(generation);
    return starts;
  }

  private void checkSizes(Generation generation) {
    for (final TofuGate gate : gates) {
      if (gate.channel >= generation.of(8, 8, 16) || gate.number >= generation.of(64, 64, 48)) {
        throw new IllegalArgumentException(gate + ", channel " + gate.channel + ": none there");
      }
    }
  }
}
