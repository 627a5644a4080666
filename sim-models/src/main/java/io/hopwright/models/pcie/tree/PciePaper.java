package io.hopwright.models.pcie.tree;

/** How sources of keys name the paper. */
public final class PciePaper {
  public static final String SECTION = "Frey 2021, section ";

  private PciePaper() {}
}
