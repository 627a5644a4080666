package io.hopwright.models.pcie.tree;

import java.util.ArrayList;
import java.util.List;

/** Ports of every element; the kind of the element determines which of them have links. */
public final class PciePorts {
  /** To the parent. */
  public static final int UP = 0;

  /** First port to a child that is a switch. */
  public static final int DOWN = 1;

  /** Most children of an element, other than memories and cards. */
  public static final int MOST_CHILDREN = 8;

  /** First port to a child that is a GPU. */
  public static final int DEVICE = DOWN + MOST_CHILDREN;

  /** Port from a root to its memory. */
  public static final int MEMORY = DEVICE + MOST_CHILDREN;

  /** Port from the first root to the card. */
  public static final int CARD = MEMORY + 1;

  /** Port from root to root. */
  public static final int QPI = CARD + 1;

  /** The first one of the network. */
  public static final int NETWORK = QPI + 1;

  /** Ports of a card into a torus: both directions of three axes. */
  static final int TORUS = 6;

  /** Most hosts on one InfiniBand switch. */
  static final int MOST_ON_SWITCH = 16;

  /** Kinds of ports, in their order. */
  public static final List<String> KINDS =
      List.of("up", "down", "device", "memory", "card", "qpi", "network", "local");

  private PciePorts() {}

  /** Returns the number of ports of the network. */
  public static int ofNetwork(HostInterconnect cards) {
    return cards == HostInterconnect.INFINIBAND ? MOST_ON_SWITCH : TORUS;
  }

  /** Returns the local port, the last one. */
  public static int local(HostInterconnect cards) {
    return NETWORK + ofNetwork(cards);
  }

  /** Returns the names of all ports with links. */
  static List<String> names(HostInterconnect cards) {
    final List<String> names = new ArrayList<>(List.of("up"));
    for (int child = 0; child < MOST_CHILDREN; child++) {
      names.add("down" + child);
    }
    for (int child = 0; child < MOST_CHILDREN; child++) {
      names.add("device" + child);
    }
    names.addAll(List.of("memory", "card", "qpi"));
    for (int port = 0; port < ofNetwork(cards); port++) {
      names.add("n" + port);
    }
    return names;
  }
}
