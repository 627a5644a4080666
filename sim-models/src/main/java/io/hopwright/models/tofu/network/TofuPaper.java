package io.hopwright.models.tofu.network;

/** References to the paper, for the sources of keys. */
public final class TofuPaper {
  public static final String SECTION = "Ajima et al. 2018, section ";

  private TofuPaper() {}
}
