package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Dragonfly of Cray Cascade: groups of chassis of blades, each blade an Aries router with four
 * NICs, joined by green links within a chassis, black ones between the chassis of a group, and blue
 * ones between groups, in cables of four (Faanes et al., SC 2012, section II; rules in {@code
 * docs/models/cascade.md}, section "Machine").
 *
 * <p>Aries {@code a = B·C·g + B·c + b}: blade b of chassis c of group g. Ports 0…14 are green,
 * 15…29 black, 30…39 blue, 40…47 processor tiles. Links are stored in tables: 270 bytes per Aries
 * and 4 bytes per pair of groups, 6.5 MB for the largest system. Immutable; safe for any thread.
 */
public final class Dragonfly implements Topology {
  /** NICs of an Aries. */
  public static final int NICS = 4;

  /** First green port. */
  public static final int GREEN = 0;

  /** First black port. */
  public static final int BLACK = 15;

  /** First blue port. */
  public static final int BLUE = 30;

  /** Ports that have links; the first processor tile. */
  public static final int TILES = 40;

  /** Ports of an Aries. */
  public static final int PORTS = 48;

  /** Black links between two Aries. */
  public static final int BLACK_LINKS = 3;

  /** Links of a blue cable. */
  public static final int LINKS_PER_CABLE = 4;

  /** NICs of an I/O blade that have nodes: 0 and 2. */
  private static final int IO_BLADE_NODES = 2;

  /** Cables that two blades share, as ten links each are two and a half cables. */
  private static final int CABLES_PER_BLADE_PAIR = 5;

  /**
   * Plan of a system.
   *
   * @param groups number of groups
   * @param plannedGroups number of groups for which the bundles are sized, at least {@code groups}
   * @param chassisPerGroup chassis of a full group, 1 to 6
   * @param lastGroupChassis chassis of the last group, 1 to {@code chassisPerGroup}
   * @param bladesPerChassis blades of a chassis, even, 2 to 16
   * @param cablesPerPair cables between two groups; 0 for the largest possible number
   * @param ioBladesPerGroup blades with two nodes instead of four in each group
   */
  public record Plan(
      int groups,
      int plannedGroups,
      int chassisPerGroup,
      int lastGroupChassis,
      int bladesPerChassis,
      int cablesPerPair,
      int ioBladesPerGroup) {

    /** Checks all that can be said without looking at single cables. */
    public Plan {
      final int most =
          mostCablesPerPair(groupCables(chassisPerGroup, bladesPerChassis), plannedGroups);
      if (groups < 1
          || plannedGroups < groups
          || chassisPerGroup < 1
          || chassisPerGroup > 1 + (BLUE - BLACK) / BLACK_LINKS
          || lastGroupChassis < 1
          || lastGroupChassis > chassisPerGroup
          || bladesPerChassis < 2
          || bladesPerChassis > 1 + BLACK - GREEN
          || bladesPerChassis % 2 != 0
          || cablesPerPair < 0
          || cablesPerPair > most
          || most == 0
          || ioBladesPerGroup < 0
          || ioBladesPerGroup > lastGroupChassis * bladesPerChassis) {
        throw new IllegalArgumentException(
            String.format(
                "dragonfly of %d groups (planned: %d) of %d chassis (last group: %d) of %d blades,"
                    + " %d cables per pair of groups (at most %d), %d I/O blades per group",
                groups,
                plannedGroups,
                chassisPerGroup,
                lastGroupChassis,
                bladesPerChassis,
                cablesPerPair,
                most,
                ioBladesPerGroup));
      }
    }

    /** Returns the cables of a bundle between two full groups. */
    public int bundle() {
      return cablesPerPair > 0
          ? cablesPerPair
          : mostCablesPerPair(groupCables(chassisPerGroup, bladesPerChassis), plannedGroups);
    }

    /** Returns the number of chassis of a group. */
    public int chassisIn(int group) {
      return group == groups - 1 ? lastGroupChassis : chassisPerGroup;
    }

    /**
     * Returns the first group without a cable to the last one, or {@link #NONE}: a last group that
     * is not full lacks the cables of its missing chassis.
     */
    public int groupCutOff() {
      for (int group = 0; group < groups - 1; group++) {
        if (cables(group, groups - 1) == 0) {
          return group;
        }
      }
      return NONE;
    }

    private int cables(int g, int h) {
      return (int) IntStream.range(0, bundle()).filter(j -> exists(g, h, j)).count();
    }

    private boolean exists(int g, int h, int j) {
      return slot(g, h, j) % chassisPerGroup < chassisIn(g)
          && slot(h, g, j) % chassisPerGroup < chassisIn(h);
    }

    /** Returns the slot in group {@code g} of cable {@code j} of the bundle to {@code h}. */
    private int slot(int g, int h, int j) {
      return (h < g ? h : h - 1) * bundle() + j;
    }

    private boolean isIoBlade(int group, int chassis, int blade) {
      return chassis + chassisIn(group) * (bladesPerChassis - 1 - blade) < ioBladesPerGroup;
    }
  }

  private final Plan plan;
  private final int aries;
  private final int nodes;
  private final long cables;

  /** Group, chassis and blade, see {@link #position}, by Aries. */
  private final int[] positions;

  /** {@code [48·aries + port]}: far end of the link, {@link #NONE} without. */
  private final int[] farEnds;

  /** {@code [groups·from + to]}: where the pair's links begin in {@link #gateways}. */
  private final int[] firstLinks;

  /** Near ends of the blue links, by ordered pair of groups, then number. */
  private final int[] gateways;

  /** {@code [4·aries + nic]}: node, or {@link #NONE}. */
  private final int[] nodesAt;

  /** {@code 4·aries + nic}, by node. */
  private final int[] nics;

  /** Creates the system; each pair of groups must have a cable. */
  public Dragonfly(Plan plan) {
    if (plan.groupCutOff() != NONE) {
      throw new IllegalArgumentException(
          plan + ": no cable between the last group and group " + plan.groupCutOff());
    }
    this.plan = plan;
    aries =
        plan.bladesPerChassis * (plan.chassisPerGroup * (plan.groups - 1) + plan.lastGroupChassis);
    positions = new int[aries];
    nodesAt = new int[NICS * aries];
    nodes = numberNodes();
    nics = new int[nodes];
    for (int at = 0; at < nodesAt.length; at++) {
      if (nodesAt[at] != NONE) {
        nics[nodesAt[at]] = at;
      }
    }
    farEnds = new int[PORTS * aries];
    Arrays.fill(farEnds, NONE);
    for (int a = 0; a < aries; a++) {
      layLocalLinks(a);
    }
    firstLinks = new int[plan.groups * plan.groups + 1];
    gateways = layBlueLinks();
    cables = gateways.length / (2 * LINKS_PER_CABLE);
  }

  /** Returns the blue cables of a full group, used or not. */
  public static int groupCables(int chassisPerGroup, int bladesPerChassis) {
    return CABLES_PER_BLADE_PAIR * (bladesPerChassis / 2) * chassisPerGroup;
  }

  /** Returns the largest bundle between two groups: {@code ⌊cables / (P − 1)⌋}. */
  public static int mostCablesPerPair(int groupCables, int plannedGroups) {
    return groupCables / Math.max(1, plannedGroups - 1);
  }

  private int numberNodes() {
    int node = 0;
    for (int a = 0; a < aries; a++) {
      final int group = a / (plan.bladesPerChassis * plan.chassisPerGroup);
      final int chassis = a / plan.bladesPerChassis % plan.chassisPerGroup;
      final int blade = a % plan.bladesPerChassis;
      positions[a] = position(group, chassis, blade);
      final int step = plan.isIoBlade(group, chassis, blade) ? NICS / IO_BLADE_NODES : 1;
      for (int nic = 0; nic < NICS; nic++) {
        nodesAt[NICS * a + nic] = nic % step == 0 ? node++ : NONE;
      }
    }
    return node;
  }

  private void layLocalLinks(int from) {
    final int first = firstAries(groupOf(from));
    for (int to = first; to < first + ariesIn(groupOf(from)); to++) {
      final boolean sameChassis = chassisOf(from) == chassisOf(to);
      if (from != to && sameChassis) {
        farEnds[PORTS * from + localPort(from, to)] = end(to, localPort(to, from));
      } else if (!sameChassis && bladeOf(from) == bladeOf(to)) {
        for (int j = 0; j < BLACK_LINKS; j++) {
          farEnds[PORTS * from + localPort(from, to) + j] = end(to, localPort(to, from) + j);
        }
      }
    }
  }

  private int[] layBlueLinks() {
    final int[] near = new int[LINKS_PER_CABLE * plan.bundle() * plan.groups * (plan.groups - 1)];
    int links = 0;
    for (int g = 0; g < plan.groups; g++) {
      for (int h = 0; h < plan.groups; h++) {
        firstLinks[plan.groups * g + h] = links;
        for (int j = 0; g != h && j < plan.bundle(); j++) {
          if (plan.exists(g, h, j)) {
            for (int l = 0; l < LINKS_PER_CABLE; l++) {
              final int end = blueEnd(g, h, j, l);
              farEnds[PORTS * ariesAt(end) + portAt(end)] = blueEnd(h, g, j, l);
              near[links++] = end;
            }
          }
        }
      }
    }
    firstLinks[plan.groups * plan.groups] = links;
    return Arrays.copyOf(near, links);
  }

  /** Returns the end in group {@code g} of link l of cable j of the bundle to {@code h}. */
  private int blueEnd(int g, int h, int j, int l) {
    final int slot = plan.slot(g, h, j);
    final int chassis = slot % plan.chassisPerGroup;
    final int place = slot / plan.chassisPerGroup;
    final int pairs = plan.bladesPerChassis / 2;
    final int blade = 2 * (place % pairs) + l / 2;
    final int port = BLUE + 2 * (place / pairs) + l % 2;
    return end(firstAries(g) + plan.bladesPerChassis * chassis + blade, port);
  }

  /** Packs an end of a link: Aries, then 6 bits of port. */
  private static int end(int aries, int port) {
    return aries << 6 | port;
  }

  /** Returns the Aries of an {@link #end}, {@link #NONE} of none. */
  private static int ariesAt(int end) {
    return end >> 6;
  }

  private static int portAt(int end) {
    return end < 0 ? NONE : end & 63;
  }

  /** Packs the place of an Aries: group, then 4 bits each of chassis and blade. */
  private static int position(int group, int chassis, int blade) {
    return group << 8 | chassis << 4 | blade;
  }

  /** Returns the plan of the system. */
  public Plan plan() {
    return plan;
  }

  /** Returns the number of groups. */
  public int groups() {
    return plan.groups;
  }

  /** Returns the number of Aries. */
  public int aries() {
    return aries;
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return nodes;
  }

  /** Returns the lowest-numbered Aries of a group. */
  public int firstAries(int group) {
    return group * plan.bladesPerChassis * plan.chassisPerGroup;
  }

  /** Returns the number of Aries of a group. */
  public int ariesIn(int group) {
    return plan.bladesPerChassis * plan.chassisIn(group);
  }

  /** Returns the group of an Aries. */
  public int groupOf(int aries) {
    return positions[aries] >> 8;
  }

  /** Returns the chassis of an Aries within its group. */
  public int chassisOf(int aries) {
    return positions[aries] >> 4 & 15;
  }

  /** Returns the position of an Aries within its chassis. */
  public int bladeOf(int aries) {
    return positions[aries] & 15;
  }

  /** Returns the Aries of a node. */
  public int ariesOf(int node) {
    return nics[node] >> 2;
  }

  /** Returns the number of a node's NIC at its Aries. */
  public int nicOf(int node) {
    return nics[node] & 3;
  }

  /** Returns the node at a NIC, or {@link #NONE}. */
  public int nodeAt(int aries, int nic) {
    return nodesAt[NICS * aries + nic];
  }

  /** Returns the lowest-numbered node of a group; for {@code groups()}, the number of nodes. */
  public int firstNode(int group) {
    return group == plan.groups ? nodes : nodesAt[NICS * firstAries(group)];
  }

  /** Returns the number of nodes of a group. */
  public int nodesIn(int group) {
    return firstNode(group + 1) - firstNode(group);
  }

  @Override
  public int routers() {
    return aries;
  }

  @Override
  public int ports() {
    return TILES;
  }

  @Override
  public int neighbour(int aries, int port) {
    return ariesAt(farEnds[PORTS * aries + port]);
  }

  @Override
  public int neighbourPort(int aries, int port) {
    return portAt(farEnds[PORTS * aries + port]);
  }

  @Override
  public String portName(int port) {
    return port < BLACK
        ? "green " + port
        : port < BLUE ? "black " + (port - BLACK) : "blue " + (port - BLUE);
  }

  @Override
  public List<String> coordinateNames() {
    return List.of("group", "chassis", "blade");
  }

  @Override
  public int coordinate(int aries, int axis) {
    return switch (axis) {
      case 0 -> groupOf(aries);
      case 1 -> chassisOf(aries);
      default -> bladeOf(aries);
    };
  }

  @Override
  public int extent(int axis) {
    return switch (axis) {
      case 0 -> plan.groups;
      case 1 -> plan.chassisPerGroup;
      default -> plan.bladesPerChassis;
    };
  }

  /** Returns the number of blue links from one group to another: four of each cable. */
  public int blueLinks(int from, int to) {
    final int pair = plan.groups * from + to;
    return firstLinks[pair + 1] - firstLinks[pair];
  }

  /** Returns the Aries of group {@code from} that holds a blue link to group {@code to}. */
  public int gateway(int from, int to, int link) {
    return ariesAt(gateways[firstLinks[plan.groups * from + to] + link]);
  }

  /** Returns the port of a blue link at its {@link #gateway}. */
  public int gatewayPort(int from, int to, int link) {
    return portAt(gateways[firstLinks[plan.groups * from + to] + link]);
  }

  /**
   * Returns the port of the next step from an Aries to another of its group: green before black,
   * and the first of parallel black ones; {@link #NONE} at the destination.
   */
  public int localPort(int aries, int destination) {
    final int at = positions[aries];
    final int to = positions[destination];
    assert at >> 8 == to >> 8 : "Aries " + aries + " and " + destination + " in different groups";
    if ((at & 15) != (to & 15)) {
      return GREEN + other(at & 15, to & 15);
    }
    return at == to ? NONE : BLACK + BLACK_LINKS * other(at >> 4 & 15, to >> 4 & 15);
  }

  /** Returns the number of links, 0 to 2, of the minimal route between two Aries of a group. */
  public int localLinks(int aries, int destination) {
    final int difference = positions[aries] ^ positions[destination];
    return ((difference & 15) != 0 ? 1 : 0) + ((difference >> 4 & 15) != 0 ? 1 : 0);
  }

  /** Numbers the others that a blade or chassis has links to. */
  private static int other(int from, int to) {
    return to < from ? to : to - 1;
  }

  /** Returns the number of cables between two groups. */
  public int cablesBetween(int g, int h) {
    return blueLinks(g, h) / LINKS_PER_CABLE;
  }

  /** Returns the number of blue cables. */
  public long cables() {
    return cables;
  }
}
