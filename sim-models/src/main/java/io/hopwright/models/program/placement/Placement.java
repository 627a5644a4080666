package io.hopwright.models.program.placement;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.program.ProgramException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Allocation of nodes to jobs, one job after the other. Memory: 5 B per node, and 4 B per rank of
 * the result. Confined to one thread.
 */
public final class Placement {
  private final int[] unitOfNode;
  private final int units;
  private final KeyedPermutation random;
  private final boolean[] taken;
  private final BitSet failed;
  private int free;

  /**
   * Nodes of a machine.
   *
   * @param unitOf unit of each node (midplane, group), numbered from 0; not empty
   * @param failed nodes that have failed before jobs start; they get no ranks
   */
  @SuppressWarnings("ArrayRecordComponent") // 4 B for each of a million nodes
  public record Nodes(int[] unitOf, BitSet failed) {
    /** Copies the nodes. */
    public Nodes {
      unitOf = unitOf.clone();
      failed = (BitSet) failed.clone();
    }

    /** Returns nodes without failures. */
    public static Nodes of(int... unitOf) {
      return new Nodes(unitOf, new BitSet());
    }
  }

  /** Order in which a job takes free nodes. */
  public enum Order {
    /** The lowest. */
    CONTIGUOUS("the lowest free nodes"),
    /** Nodes are taken in random order. */
    RANDOM("free nodes in random order"),
    /** One of each unit in turn, the lowest free of each. */
    ROUND_ROBIN("one free node of each of the machine's units (midplanes, groups) in turn"),
    /** The lowest of the units that are free as a whole. */
    BLOCKS("units (midplanes, groups) that are completely free");

    private final String meaning;

    Order(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the meaning, one phrase. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * Range of a machine's units that a job may use; it wraps around at the end.
   *
   * @param first first unit, 0 or above
   * @param count number of units, 1 or above; all if it is as large as the machine or larger
   */
  public record Units(int first, int count) {
    /** The whole machine. */
    public static final Units ALL = new Units(0, Integer.MAX_VALUE);

    private boolean have(int unit, int units) {
      return Math.floorMod(unit - first, units) < count;
    }
  }

  /**
   * Prepares the placement of jobs on a machine.
   *
   * @param nodes of the machine
   * @param seed of random orders
   */
  public Placement(Nodes nodes, long seed) {
    unitOfNode = nodes.unitOf();
    failed = nodes.failed();
    units = Arrays.stream(unitOfNode).max().orElseThrow() + 1;
    random = new KeyedPermutation(Purpose.PLACEMENT.draws(seed), unitOfNode.length);
    taken = new boolean[unitOfNode.length];
    free = unitOfNode.length - failed.cardinality();
  }

  /** Returns the number of working nodes without a job. */
  public int free() {
    return free;
  }

  /** Returns the number of units of the machine. */
  public int units() {
    return units;
  }

  /**
   * Places a job on nodes.
   *
   * @param number of the job, for random orders
   * @param ranks of the job
   * @param ranksPerNode number of ranks on a node, 1 or more
   * @param within allowed units
   * @return the node of each rank
   * @throws ProgramException if there are not enough nodes
   */
  public int[] place(int number, int ranks, int ranksPerNode, Order order, Units within) {
    final int needed = (int) ((ranks + (long) ranksPerNode - 1) / ranksPerNode);
    final boolean[] open = open(within);
    int most = 0;
    for (boolean free : open) {
      most += free ? 1 : 0;
    }
    if (needed > most) {
      throw new ProgramException(
          needs(ranks, ranksPerNode, needed)
              + "%s of %s are free".formatted(most, taken.length)
              + (within.count() < units ? " in its units" : "")
              + failures());
    }
    final int[] nodes =
        switch (order) {
          case CONTIGUOUS -> contiguous(needed, open);
          case RANDOM -> random(needed, number, open);
          case ROUND_ROBIN -> roundRobin(needed, open);
          case BLOCKS -> blocks(needed, needs(ranks, ranksPerNode, needed), open);
        };
    for (int node : nodes) {
      take(node);
    }
    final int[] nodeOfRank = new int[ranks];
    Arrays.setAll(nodeOfRank, rank -> nodes[rank / ranksPerNode]);
    return nodeOfRank;
  }

  private String failures() {
    final int count = failed.cardinality();
    return count == 0 ? "" : count == 1 ? " (1 has failed)" : " (" + count + " have failed)";
  }

  /** Returns for each node whether it is free, has not failed, and is within some units. */
  private boolean[] open(Units within) {
    final boolean[] open = new boolean[taken.length];
    for (int node = 0; node < open.length; node++) {
      open[node] = !taken[node] && !failed.get(node) && within.have(unitOfNode[node], units);
    }
    return open;
  }

  private static String needs(int ranks, int ranksPerNode, int needed) {
    return "needs " + needed + " nodes (" + ranks + " ranks, " + ranksPerNode + " per node), ";
  }

  private void take(int node) {
    taken[node] = true;
    free--;
  }

  private static int[] contiguous(int needed, boolean[] open) {
    final int[] nodes = new int[needed];
    int node = 0;
    for (int i = 0; i < needed; node++) {
      if (open[node]) {
        nodes[i++] = node;
      }
    }
    return nodes;
  }

  private int[] random(int needed, int job, boolean[] open) {
    final int[] nodes = new int[needed];
    int at = 0;
    for (int i = 0; i < needed; at++) {
      final int node = random.apply(job, 0, at);
      if (open[node]) {
        nodes[i++] = node;
      }
    }
    return nodes;
  }

  private int[] roundRobin(int needed, boolean[] open) {
    final int[][] freeOf = freeOfUnits(open);
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

  private int[] blocks(int needed, String needs, boolean[] open) {
    final int[][] freeOf = freeOfUnits(open);
    final int[] sizes = new int[units];
    for (int node = 0; node < unitOfNode.length; node++) {
      sizes[unitOfNode[node]] += failed.get(node) ? 0 : 1;
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
              + "the completely free units have %s; place it first, or contiguous"
                  .formatted(found));
    }
    return nodes;
  }

  /** Returns the free nodes of each unit, the lowest first. */
  private int[][] freeOfUnits(boolean[] open) {
    final int[] counts = new int[units];
    for (int node = 0; node < open.length; node++) {
      counts[unitOfNode[node]] += open[node] ? 1 : 0;
    }
    final int[][] nodes = new int[units][];
    Arrays.setAll(nodes, unit -> new int[counts[unit]]);
    Arrays.fill(counts, 0);
    for (int node = 0; node < open.length; node++) {
      if (open[node]) {
        final int unit = unitOfNode[node];
        nodes[unit][counts[unit]++] = node;
      }
    }
    return nodes;
  }

  /**
   * Places a job on the nodes that a file names.
   *
   * @param file its name, for messages
   * @param text a line {@code RANK NODE} for each rank; empty lines and text after a {@code #} are
   *     ignored
   * @param ranksPerNode largest number of ranks on a node
   * @return the node of each rank
   * @throws ProgramException with up to 100 errors
   */
  public int[] place(String file, String text, int ranks, int ranksPerNode) {
    final PlacementFile read = new PlacementFile(file, ranks, ranksPerNode, taken, failed);
    final int[] nodeOfRank = read.read(text);
    for (int node : nodeOfRank) {
      if (!taken[node]) {
        take(node);
      }
    }
    return nodeOfRank;
  }
}
