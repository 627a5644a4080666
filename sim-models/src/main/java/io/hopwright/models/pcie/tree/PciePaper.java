package io.hopwright.models.pcie.tree;

/** Names of the paper in the sources of keys. */
public final class PciePaper {
  public static final String SECTION = "Frey 2021, section ";

  private PciePaper() {}
}
