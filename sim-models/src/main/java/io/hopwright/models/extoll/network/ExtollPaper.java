package io.hopwright.models.extoll.network;

/** Names of the paper in the sources of keys. */
public final class ExtollPaper {
  public static final String SECTION = "Frey 2021, section ";

  private ExtollPaper() {}
}
