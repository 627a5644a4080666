package io.hopwright.models.program.language;

/** Failure of a rank: an expression in the text has an invalid value. */
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
