package io.hopwright.models.program;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import java.util.Arrays;

/**
 * Deals nodes out to jobs, one job after the other. Memory: 5 B per node, and 4 B per rank of what
 * is returned. Confined to one thread.
 */
public final class Placement {
  private final int[] unitOfNode;
  private final int units;
  private final KeyedPermutation random;
  private final boolean[] taken;
  private int free;

  /** In which order a job gets the nodes that are free. */
  public enum Order {
    /** The lowest. */
    CONTIGUOUS("the lowest free nodes"),
    /** In random order. */
    RANDOM("free nodes in random order"),
    /** One of each unit in turn, the lowest free of each. */
    ROUND_ROBIN("one free node of each of the machine's units (midplanes, groups) in turn"),
    /** The lowest of the units that are free as a whole. */
    BLOCKS("units (midplanes, groups) that are free as a whole");

    private final String meaning;

    Order(String meaning) {
      this.meaning = meaning;
    }

    /** Returns what it means, one phrase. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * Prepares to deal out the nodes of a machine.
   *
   * @param unitOfNode which of the machine's units, numbered from 0, each node is in; not empty
   * @param seed of random orders
   */
  public Placement(int[] unitOfNode, long seed) {
    this.unitOfNode = unitOfNode.clone();
    units = Arrays.stream(unitOfNode).max().orElseThrow() + 1;
    random = new KeyedPermutation(Purpose.PLACEMENT.draws(seed), unitOfNode.length);
    taken = new boolean[unitOfNode.length];
    free = unitOfNode.length;
  }

  /** Returns how many nodes no job has. */
  public int free() {
    return free;
  }

  /**
   * Gives a job its nodes.
   *
   * @param number of the job, for random orders
   * @param ranks of the job
   * @param ranksPerNode how many of them are on one node, 1 or more
   * @return the node of each rank
   * @throws ProgramException if there are not enough nodes
   */
  public int[] place(int number, int ranks, int ranksPerNode, Order order) {
    final int needed = (int) ((ranks + (long) ranksPerNode - 1) / ranksPerNode);
    if (needed > free) {
      throw new ProgramException(
          needs(ranks, ranksPerNode, needed) + free + " of " + taken.length + " are free");
    }
    final int[] nodes =
        switch (order) {
          case CONTIGUOUS -> contiguous(needed);
          case RANDOM -> random(needed, number);
          case ROUND_ROBIN -> roundRobin(needed);
          case BLOCKS -> blocks(needed, needs(ranks, ranksPerNode, needed));
        };
    for (int node : nodes) {
      take(node);
    }
    final int[] nodeOfRank = new int[ranks];
    Arrays.setAll(nodeOfRank, rank -> nodes[rank / ranksPerNode]);
    return nodeOfRank;
  }

  private static String needs(int ranks, int ranksPerNode, int needed) {
    return "needs " + needed + " nodes (" + ranks + " ranks, " + ranksPerNode + " per node), ";
  }

  private void take(int node) {
    taken[node] = true;
    free--;
  }

  private int[] contiguous(int needed) {
    final int[] nodes = new int[needed];
    int node = 0;
    for (int i = 0; i < needed; node++) {
      if (!taken[node]) {
        nodes[i++] = node;
      }
    }
    return nodes;
  }

  private int[] random(int needed, int job) {
    final int[] nodes = new int[needed];
    int at = 0;
    for (int i = 0; i < needed; at++) {
      final int node = random.apply(job, 0, at);
      if (!taken[node]) {
        nodes[i++] = node;
      }
    }
    return nodes;
  }

  private int[] roundRobin(int needed) {
    final int[][] freeOf = freeOfUnits();
    final int[] nodes = new int[needed];
    int i = 0;
    for (int turn = 0; i < needed; turn++) {
      for (int unit = 0; unit < units && i < needed; unit++) {
        if (turn < freeOf[unit].length) {
          nodes[i++] = freeOf[unit][turn];
        }
      }
    }
    return nodes;
  }

  private int[] blocks(int needed, String needs) {
    final int[][] freeOf = freeOfUnits();
    final int[] sizes = new int[units];
    for (int unit : unitOfNode) {
      sizes[unit]++;
    }
    final int[] nodes = new int[needed];
    int found = 0;
    for (int unit = 0; unit < units && found < needed; unit++) {
      if (freeOf[unit].length == sizes[unit]) {
        final int more = Math.min(sizes[unit], needed - found);
        System.arraycopy(freeOf[unit], 0, nodes, found, more);
        found += more;
      }
    }
    if (found < needed) {
      throw new ProgramException(
          needs
              + "the units that are free as a whole have "
              + found
              + "; place it first, or"
              + " contiguous");
    }
    return nodes;
  }

  /** Returns the free nodes of each unit, the lowest first. */
  private int[][] freeOfUnits() {
    final int[] counts = new int[units];
    for (int node = 0; node < taken.length; node++) {
      counts[unitOfNode[node]] += taken[node] ? 0 : 1;
    }
    final int[][] nodes = new int[units][];
    Arrays.setAll(nodes, unit -> new int[counts[unit]]);
    Arrays.fill(counts, 0);
    for (int node = 0; node < taken.length; node++) {
      if (!taken[node]) {
        final int unit = unitOfNode[node];
        nodes[unit][counts[unit]++] = node;
      }
    }
    return nodes;
  }

  /**
   * Gives a job the nodes that a file names.
   *
   * @param file its name, for messages
   * @param text a line {@code RANK NODE} for each rank; empty lines and what follows a {@code #}
   *     are left out
   * @param ranksPerNode how many ranks are on one node at most
   * @return the node of each rank
   * @throws ProgramException with up to 100 mistakes
   */
  public int[] place(String file, String text, int ranks, int ranksPerNode) {
    final PlacementFile read = new PlacementFile(file, ranks, ranksPerNode, taken);
    final int[] nodeOfRank = read.read(text);
    for (int node : nodeOfRank) {
      if (!taken[node]) {
        take(node);
      }
    }
    return nodeOfRank;
  }
}
