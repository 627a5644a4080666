package io.hopwright.models.switching.crossbar;

import java.util.List;

/**
 * The routers of a machine, all alike.
 *
 * @param kinds of ports, in ascending order of ports; the last are no links but endpoints
 * @param hopTicks from the first byte sent on a link until the packet may be granted an output at
 *     the other end
 * @param creditTicks from a tail leaving a buffer until its credits count at the sender
 */
public record CrossbarDesign(List<PortKind> kinds, int hopTicks, int creditTicks) {
  /** Largest number of ports of a router. */
  public static final int MAX_PORTS = Long.SIZE;

  /** Largest capacity of a VC, as its charge may reach it. */
  public static final int MAX_CAPACITY_FLITS = QueueWord.MAX_CHARGE;

  /**
   * Ports that are alike.
   *
   * @param name of the kind
   * @param ports how many
   * @param link whether links are connected to them
   * @param capacityFlits of each VC of the buffers at the far end of a link, at most {@link
   *     #MAX_CAPACITY_FLITS}
   * @param ticks per packet by its number of flits: how long it keeps an output busy
   */
  public record PortKind(
      String name, int ports, boolean link, int capacityFlits, List<Integer> ticks) {}

  /** Copies the list. */
  public CrossbarDesign {
    kinds = List.copyOf(kinds);
  }

  /** Returns the number of ports. */
  public int ports() {
    return kinds.stream().mapToInt(PortKind::ports).sum();
  }

  /** Returns the number of ports with links; the others follow them. */
  public int links() {
    return kinds.stream().filter(PortKind::link).mapToInt(PortKind::ports).sum();
  }

  /** Returns the smallest delay from a decision to its effect at another router. */
  public int lookaheadTicks() {
    return Math.min(hopTicks, creditTicks);
  }

  /** Returns the index of the kind of each port. */
  int[] kindOfPort() {
    final int[] kindOf = new int[ports()];
    int port = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      for (int i = 0; i < kinds.get(kind).ports(); i++) {
        kindOf[port++] = kind;
      }
    }
    return kindOf;
  }
}
