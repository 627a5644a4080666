package io.hopwright.models.traffic.pattern;

import io.hopwright.models.topology.Grid;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Nodes of one network as patterns see them. Immutable; safe for any thread.
 *
 * @param nodes number of nodes
 * @param axes names of the coordinates of nodes, in the order in which studies write them
 * @param grid grid that gives nodes their coordinates, each node at the router of its number; null
 *     if there is none
 * @param neighbours the torus whose neighbours exchange messages; usually the grid, null if there
 *     is none
 * @param groups groups of nodes, null if there are none
 * @param lives whether a node has not failed, so that it can send and receive
 */
public record NodeSpace(
    int nodes,
    List<String> axes,
    Grid grid,
    Neighbourhood neighbours,
    Groups groups,
    IntPredicate lives) {
  /** Copies the list. */
  public NodeSpace {
    axes = List.copyOf(axes);
  }

  /** Groups of nodes with consecutive numbers. */
  public interface Groups {
    /** Returns the number of groups. */
    int groups();

    /** Returns the group of a node. */
    int groupOf(int node);

    /** Returns the first node of a group. */
    int firstNode(int group);

    /** Returns the number of nodes of a group. */
    int nodesIn(int group);
  }

  /** Torus of all nodes, whose order can differ from that of their numbers. */
  public interface Neighbourhood {
    /** Returns the torus. */
    Grid torus();

    /** Returns the node behind a port of the torus. */
    int neighbour(int node, int port);
  }

  /** Returns nodes without coordinates and groups. */
  public static NodeSpace of(int nodes) {
    return new NodeSpace(nodes, List.of(), null, null, null, node -> true);
  }

  /** Returns the nodes at the routers of a grid. */
  public static NodeSpace of(Grid grid) {
    return of(grid, node -> true);
  }

  /** Returns the nodes at the routers of a grid, some of which may have failed. */
  public static NodeSpace of(Grid grid, IntPredicate lives) {
    final Neighbourhood neighbours =
        new Neighbourhood() {
          @Override
          public Grid torus() {
            return grid;
          }

          @Override
          public int neighbour(int node, int port) {
            return grid.neighbour(node, port);
          }
        };
    return new NodeSpace(grid.routers(), grid.coordinateNames(), grid, neighbours, null, lives);
  }

  /** Returns nodes in groups. */
  public static NodeSpace of(Groups groups) {
    final int last = groups.groups() - 1;
    return new NodeSpace(
        groups.firstNode(last) + groups.nodesIn(last), List.of(), null, null, groups, node -> true);
  }
}
