package io.hopwright.models.cascade.network;

/** References to the paper, for the sources of keys. */
public final class CascadePaper {
  public static final String SECTION = "Faanes et al. 2012, section ";

  private CascadePaper() {}
}
