package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Group shift: each node sends to the node with the same place in another group, a fixed number of
 * groups further on. All traffic of a group meets on the links between two groups.
 */
public final class GroupShiftPattern extends FixedPattern {
  /** Number of groups from a group to its destination. */
  public static final Key<Integer> GROUPS =
      Key.integer("workload.shiftGroups", 1, 1, 240).ofRun("for group-shift: distance in groups");

  GroupShiftPattern() {
    super("group-shift", "each node to the same position in a group at a fixed distance");
  }

  @Override
  boolean fits(NetworkTraits traits) {
    return traits.groups();
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(GROUPS);
  }

  @Override
  IntUnaryOperator to(Reading in) {
    final NodeSpace.Groups groups = in.space().groups();
    final int shift = in.get(GROUPS);
    in.check(
        shift % groups.groups() != 0,
        GROUPS,
        "leads back to the same group of %s; use another number, and at least 2 groups"
            .formatted(groups.groups()));
    return node -> {
      final int from = groups.groupOf(node);
      final int to = (from + shift) % groups.groups();
      return groups.firstNode(to) + (node - groups.firstNode(from)) % groups.nodesIn(to);
    };
  }
}
