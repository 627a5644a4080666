package io.hopwright.models.pcie.tree;

/** Kind of a machine's element. */
public enum ElementKind {
  /** A root complex: a socket. */
  ROOT,
  /** The memory of a root. */
  MEMORY,
  /** A PCIe switch. */
  SWITCH,
  /** A GPU. */
  GPU,
  /** A card that joins hosts, below the first root. */
  CARD,
  /** The switch of an InfiniBand network. */
  NETWORK;

  /** Returns whether the element has a local port, and an engine behind it. */
  public boolean isEnd() {
    return this == MEMORY || this == GPU || this == CARD;
  }
}
