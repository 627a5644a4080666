package io.hopwright.models.extoll.network;

/** References to the paper, for the sources of keys. */
public final class ExtollPaper {
  public static final String SECTION = "Frey 2021, section ";

  private ExtollPaper() {}
}
