package io.hopwright.models.cascade.network;

/** How sources of keys name the paper. */
public final class CascadePaper {
  public static final String SECTION = "Faanes et al. 2012, section ";

  private CascadePaper() {}
}
