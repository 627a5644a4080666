package io.hopwright.models.extoll.network;

/** How sources of keys name the paper. */
public final class ExtollPaper {
  public static final String SECTION = "Frey 2021, section ";

  private ExtollPaper() {}
}
