package io.hopwright.models.reference.pcie;

import java.util.ArrayList;
import java.util.List;

/** Flows of the workload (section "Workloads" of {@code docs/models/pcie.md}). */
final class PcieFlows {
  private final List<Integer> sources;
  private final List<Integer> targets;
  private final List<List<Integer>> pairs = new ArrayList<>();

  private PcieFlows(PcieParameters parameters, ReferencePcieTopology topology) {
    sources = parameters.fromMemory ? topology.memories() : topology.gpus();
    targets = parameters.toMemory ? topology.memories() : topology.gpus();
  }

  /** Elements that are the source and the target of each flow. */
  static List<List<Integer>> of(PcieParameters parameters, ReferencePcieTopology topology) {
    final PcieFlows flows = new PcieFlows(parameters, topology);
    flows.addAll(parameters);
    return flows.pairs;
  }

  private void add(int source, int target) {
    pairs.add(List.of(sources.get(source), targets.get(target)));
  }

  private void addAll(PcieParameters parameters) {
    final int n = sources.size();
    switch (parameters.kind) {
      case "pair" -> add(parameters.source, parameters.target);
      case "right" -> addRight(n);
      case "left" -> addLeft(n);
      case "both" -> {
        addRight(n);
        addLeft(n);
      }
      case "pairs-even" -> addPairs(0, n);
      case "pairs-odd" -> addPairs(1, n);
      case "far" -> addFar(n / 2, false);
      case "far-both" -> addFar(n / 2, true);
      default ->
          parameters.pattern(n).pairs(node -> false).forEach(pair -> add(pair.get(0), pair.get(1)));
    }
  }

  private void addRight(int n) {
    for (int i = 0; i <= n - 2; i++) {
      add(i, i + 1);
    }
  }

  private void addLeft(int n) {
    for (int i = 1; i <= n - 1; i++) {
      add(i, i - 1);
    }
  }

  private void addPairs(int first, int n) {
    for (int i = first; i + 1 < n; i += 2) {
      add(i, i + 1);
      add(i + 1, i);
    }
  }

  private void addFar(int half, boolean both) {
    for (int i = 0; i < half; i++) {
      add(i, i + half);
      if (both) {
        add(i + half, i);
      }
    }
  }
}
