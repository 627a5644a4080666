package io.hopwright.models.traffic;

import io.hopwright.models.topology.Dragonfly;

/**
 * Each node of a group sends to the node with the same place in another group, a fixed number of
 * groups on: all traffic of a group meets on the links between two groups.
 *
 * @param topology the machine
 * @param groups from a group to the one it sends to
 */
public record GroupShift(Dragonfly topology, int groups) implements Destinations {
  @Override
  public int destination(int source, long sequence) {
    final int group = topology.groupOf(topology.ariesOf(source));
    final int to = (group + groups) % topology.groups();
    final int place = (source - topology.firstNode(group)) % topology.nodesIn(to);
    return topology.firstNode(to) + place;
  }
}
