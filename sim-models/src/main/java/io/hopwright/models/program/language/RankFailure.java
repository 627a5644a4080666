package io.hopwright.models.program.language;

/** A rank cannot go on: something in the text has a value that it must not have. */
final class RankFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient TextPosition place;

  RankFailure(TextPosition place, String message) {
    super(message);
    this.place = place;
  }

  TextPosition place() {
    return place;
  }
}
