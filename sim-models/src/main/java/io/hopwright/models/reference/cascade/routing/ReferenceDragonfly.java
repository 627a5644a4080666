package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes, Aries, ports and cables, and the next link of a minimal route (sections "Machine" and
 * "Blue links" of {@code docs/models/cascade.md}).
 */
public final class ReferenceDragonfly {
  public static final int PORTS = 48;
  public static final int FIRST_BLACK = 15;
  static final int FIRST_BLUE = 30;
  public static final int FIRST_TILE = 40;
  static final int BLACK_LINKS = 3;

  /** Colours of links, in order of their ports. */
  public enum Colour {
    GREEN(0),
    BLACK(1),
    BLUE(2);

    /** The number of the kind of port. */
    public final int kind;

    Colour(int kind) {
      this.kind = kind;
    }
  }

  /** The blue link from one group to another that starts at an end. */
  public record BlueLink(End from, End to) {}

  /** Parallel output ports for the next link of a route: three black ones, or one. */
  public record Step(int firstPort, int links) {}

  /** Position of a node. */
  public record Seat(int aries, int nic) {}

  private final ReferenceCascadeConfig config;
  private final int blades;
  private final int chassisPerGroup;

  /** Aries of a full group. */
  private final int ariesPerGroup;

  /** {@code K}, cables of a full group. */
  public final int cables;

  /** {@code k}, cables between each pair of groups. */
  public final int cablesPerPair;

  private final List<Seat> seats = new ArrayList<>();
  private final Map<Seat, Integer> nodeAt = new HashMap<>();

  /** Far ends by Aries and port; null without a link. */
  private final End[][] farEnds;

  /** Blue links from group to group; empty from a group to itself. */
  private final List<List<List<BlueLink>>> blueLinks = new ArrayList<>();

  public ReferenceDragonfly(ReferenceCascadeConfig config) {
    this.config = config;
    blades = config.bladesPerChassis;
    chassisPerGroup = config.chassisPerGroup;
    ariesPerGroup = blades * chassisPerGroup;
    cables = 5 * (blades / 2) * chassisPerGroup;
    cablesPerPair = cablesPerPair();
    seatNodes();
    farEnds = new End[aries()][PORTS];
    for (int aries = 0; aries < aries(); aries++) {
      joinGreen(aries);
      joinBlack(aries);
    }
    for (int g = 0; g < config.groups; g++) {
      blueLinks.add(new ArrayList<>());
      for (int h = 0; h < config.groups; h++) {
        blueLinks.get(g).add(g == h ? List.of() : joinBlue(g, h));
      }
    }
  }

  private int cablesPerPair() {
    final int others = config.plannedGroups - 1;
    if (others == 0) {
      return 0;
    }
    return config.cablesPerPair == 0 ? cables / others : config.cablesPerPair;
  }

  // ------------------------------------------------------------------------------- numbers

  public int aries() {
    return aries(config.groups - 1, config.lastGroupChassis - 1, blades - 1) + 1;
  }

  public int aries(int group, int chassis, int blade) {
    return ariesPerGroup * group + blades * chassis + blade;
  }

  public int group(int aries) {
    return aries / ariesPerGroup;
  }

  public int chassis(int aries) {
    return aries % ariesPerGroup / blades;
  }

  public int blade(int aries) {
    return aries % blades;
  }

  int firstAries(int group) {
    return ariesPerGroup * group;
  }

  /** Aries that a group has. */
  int ariesOf(int group) {
    return blades * config.chassis(group);
  }

  public int nodes() {
    return seats.size();
  }

  public Seat seat(int node) {
    return seats.get(node);
  }

  /** Group of a node. */
  public int groupOfNode(int node) {
    return group(seat(node).aries());
  }

  public boolean hasNode(Seat seat) {
    return nodeAt.containsKey(seat);
  }

  public int node(Seat seat) {
    return nodeAt.get(seat);
  }

  public int firstNode(int group) {
    return node(new Seat(firstAries(group), 0)); // NIC 0 has a node on I/O blades, too
  }

  public int nodesOf(int group) {
    return (group == config.groups - 1 ? nodes() : firstNode(group + 1)) - firstNode(group);
  }

  /** Numbers the existing nodes from 0 in the order of Aries, then NIC. */
  private void seatNodes() {
    for (int aries = 0; aries < aries(); aries++) {
      for (int nic = 0; nic < 4; nic++) {
        if (nic % 2 == 0 || !isIoBlade(aries)) {
          final Seat seat = new Seat(aries, nic);
          nodeAt.put(seat, seats.size());
          seats.add(seat);
        }
      }
    }
  }

  /** Returns whether a blade is an I/O blade: "number i in chassis i mod c' at slot B−1−⌊i/c'⌋". */
  public boolean isIoBlade(int aries) {
    final int chassis = config.chassis(group(aries));
    for (int i = 0; i < config.ioBladesPerGroup; i++) {
      if (chassis(aries) == i % chassis && blade(aries) == blades - 1 - i / chassis) {
        return true;
      }
    }
    return false;
  }

  // --------------------------------------------------------------------------------- links

  public static Colour colour(int port) {
    if (port < FIRST_BLACK) {
      return Colour.GREEN;
    }
    return port < FIRST_BLUE ? Colour.BLACK : Colour.BLUE;
  }

  /**
   * Returns the port to another blade, the reverse of: port p of blade b leads to blade p if p &lt;
   * b, otherwise p + 1. The same holds for chassis.
   */
  private static int place(int own, int other) {
    return other < own ? other : other - 1;
  }

  private static int greenPort(int blade, int otherBlade) {
    return place(blade, otherBlade);
  }

  private static int firstBlackPort(int chassis, int otherChassis) {
    return FIRST_BLACK + BLACK_LINKS * place(chassis, otherChassis);
  }

  private void joinGreen(int aries) {
    final int blade = blade(aries);
    for (int other = 0; other < blades; other++) {
      if (other != blade) {
        farEnds[aries][greenPort(blade, other)] =
            new End(aries - blade + other, greenPort(other, blade));
      }
    }
  }

  private void joinBlack(int aries) {
    final int group = group(aries);
    final int chassis = chassis(aries);
    for (int other = 0; other < config.chassis(group); other++) {
      for (int j = 0; j < BLACK_LINKS && other != chassis; j++) {
        farEnds[aries][firstBlackPort(chassis, other) + j] =
            new End(aries(group, other, blade(aries)), firstBlackPort(other, chassis) + j);
      }
    }
  }

  /** The blue links from one group to another: existing cables in order, four links each. */
  private List<BlueLink> joinBlue(int g, int h) {
    final List<BlueLink> links = new ArrayList<>();
    for (int j = 0; j < cablesPerPair; j++) {
      final int here = place(g, h) * cablesPerPair + j;
      final int there = place(h, g) * cablesPerPair + j;
      for (int l = 0; l < 4 && slotExists(g, here) && slotExists(h, there); l++) {
        final BlueLink link = new BlueLink(cableEnd(g, here, l), cableEnd(h, there, l));
        links.add(link);
        farEnds[link.from().router()][link.from().port()] = link.to();
      }
    }
    return links;
  }

  private boolean slotExists(int group, int slot) {
    return slot % chassisPerGroup < config.chassis(group);
  }

  /** Link {@code l} of the cable in a slot of a group. */
  private End cableEnd(int group, int slot, int l) {
    final int q = slot / chassisPerGroup;
    final int cable = q / (blades / 2);
    final int pair = q % (blades / 2);
    return new End(
        aries(group, slot % chassisPerGroup, 2 * pair + l / 2), FIRST_BLUE + 2 * cable + l % 2);
  }

  /**
   * Returns the input port at the far end of an output port's link, in the same number space, or
   * null.
   */
  public End farEnd(int aries, int port) {
    return farEnds[aries][port];
  }

  /** Returns the blue links from group to group, in order of their numbers. */
  public List<BlueLink> blueLinks(int fromGroup, int toGroup) {
    return blueLinks.get(fromGroup).get(toGroup);
  }

  // ---------------------------------------------------------------------------------- ways

  /**
   * Returns the next link of the minimal route from one Aries to another, or null at the end.
   * {@code over} is the blue link to take if they are in different groups.
   */
  public Step step(int from, int to, BlueLink over) {
    if (group(from) == group(to)) {
      return stepInGroup(from, to);
    }
    final int gateway = over.from().router();
    return from == gateway ? new Step(over.from().port(), 1) : stepInGroup(from, gateway);
  }

  /** "Green before black, always". */
  private Step stepInGroup(int from, int to) {
    if (blade(from) != blade(to)) {
      return new Step(greenPort(blade(from), blade(to)), 1);
    }
    if (chassis(from) != chassis(to)) {
      return new Step(firstBlackPort(chassis(from), chassis(to)), BLACK_LINKS);
    }
    return null;
  }
}
