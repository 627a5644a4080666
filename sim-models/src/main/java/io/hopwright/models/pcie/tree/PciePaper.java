package io.hopwright.models.pcie.tree;

/** References to the paper, for the sources of keys. */
public final class PciePaper {
  public static final String SECTION = "Frey 2021, section ";

  private PciePaper() {}
}
