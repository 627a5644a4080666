package io.hopwright.models.switching.crossbar;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The routers of a machine, all alike, and the packets they forward. All widths follow from it.
 *
 * @param kinds of ports, in ascending order of ports; the last are no links but endpoints
 * @param vcs virtual channels of a link and queues of an output, at most {@link #MAX_VCS}
 * @param packets what the routers forward
 */
public record CrossbarDesign(List<PortKind> kinds, int vcs, PacketFormat packets) {
  /** Largest number of ports of a router; they are members of sets in one word. */
  public static final int MAX_PORTS = Long.SIZE;

  /** Largest number of VCs of a port. */
  public static final int MAX_VCS = OutputWord.VCS;

  /** Largest capacity of a VC, as its charge may reach it. */
  public static final int MAX_CAPACITY_FLITS = (1 << QueueWord.MAX_CHARGE_BITS) - 1;

  /**
   * Ports that are alike.
   *
   * @param name of the kind
   * @param ports how many
   * @param link whether links are connected to them
   * @param capacityFlits of each VC of the buffers at the far end of a link, at most {@link
   *     #MAX_CAPACITY_FLITS}
   * @param ticks per packet by its number of flits, from 0 to {@link PacketFormat#mostFlits}: how
   *     long it keeps an output busy
   * @param hopTicks of a link, from the first byte sent until the packet may be granted an output
   *     at the other end
   * @param creditTicks of a link, from a tail leaving a buffer until its credits count at the
   *     sender
   */
  public record PortKind(
      String name,
      int ports,
      boolean link,
      int capacityFlits,
      List<Integer> ticks,
      int hopTicks,
      int creditTicks) {
    /** Copies the list. */
    public PortKind {
      ticks = List.copyOf(ticks);
    }

    /** Returns ports without links, whose endpoints say themselves what there is room for. */
    public static PortKind endpoints(String name, int ports, List<Integer> ticks) {
      return new PortKind(name, ports, false, 0, ticks, 0, 0);
    }
  }

  /**
   * What travels with a packet.
   *
   * @param mostFlits of the largest packet
   * @param mostHops links that a packet may take
   * @param ownBits of the third word that are the machine's, from the top
   * @param words three, and what else the machine and its programs need
   */
  public record PacketFormat(int mostFlits, int mostHops, int ownBits, int words) {}

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public CrossbarDesign {
    kinds = List.copyOf(kinds);
    final int ports = kinds.stream().mapToInt(PortKind::ports).sum();
    check(ports <= MAX_PORTS, ports + " ports of a router, at most " + MAX_PORTS + " fit");
    check(vcs <= MAX_VCS, vcs + " VCs of a port, at most " + MAX_VCS + " fit");
    check(packets.words() >= 3, packets.words() + " words of a packet; the core needs 3");
    for (PortKind kind : kinds) {
      check(
          kind.ticks().size() - 1 == packets.mostFlits(),
          ("packets of up to %s flits, but %s ports of the design have times for up to %s; say for"
                  + " all sizes from 0 on how long they take")
              .formatted(packets.mostFlits(), kind.name(), kind.ticks().size() - 1));
      check(
          kind.capacityFlits() <= MAX_CAPACITY_FLITS,
          "VCs of %s flits behind %s ports, at most %s fit; use smaller buffers or larger flits"
              .formatted(kind.capacityFlits(), kind.name(), MAX_CAPACITY_FLITS));
    }
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Returns the number of ports. */
  public int ports() {
    return kinds.stream().mapToInt(PortKind::ports).sum();
  }

  /** Returns the number of ports with links; the others follow them. */
  public int links() {
    return kinds.stream().filter(PortKind::link).mapToInt(PortKind::ports).sum();
  }

  /** Returns the largest number of flits of a packet. */
  int mostFlits() {
    return packets.mostFlits();
  }

  /** Returns the largest capacity of a VC in flits. */
  int mostCapacityFlits() {
    return kinds.stream().mapToInt(PortKind::capacityFlits).max().orElse(0);
  }

  /** Returns the smallest delay from a decision to its effect at another router. */
  public int lookaheadTicks() {
    return kinds.stream()
        .filter(PortKind::link)
        .mapToInt(kind -> Math.min(kind.hopTicks(), kind.creditTicks()))
        .min()
        .orElseThrow();
  }

  /** Returns the capacity of each VC in flits, by port. */
  int[] capacities() {
    return ofPorts(PortKind::capacityFlits);
  }

  /** Returns the ticks from the first byte sent to a grant at the other end, by port. */
  int[] hopTicks() {
    return ofPorts(PortKind::hopTicks);
  }

  /** Returns the ticks from a tail leaving a buffer until its credits count, by port. */
  int[] creditTicks() {
    return ofPorts(PortKind::creditTicks);
  }

  private int[] ofPorts(ToIntFunction<PortKind> property) {
    return IntStream.of(kindOfPort()).map(kind -> property.applyAsInt(kinds.get(kind))).toArray();
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

  /** Returns the bits that numbers from 0 to {@code largest} need. */
  static int bits(int largest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }
}
