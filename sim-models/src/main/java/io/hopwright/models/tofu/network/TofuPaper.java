package io.hopwright.models.tofu.network;

/** How sources of keys name the paper. */
public final class TofuPaper {
  public static final String SECTION = "Ajima et al. 2018, section ";

  private TofuPaper() {}
}
