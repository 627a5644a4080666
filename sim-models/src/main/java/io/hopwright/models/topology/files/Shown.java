package io.hopwright.models.topology.files;

/** Words of a file in messages: quoted, short and printable. */
final class Shown {
  private static final int LONGEST = 60;

  private Shown() {}

  static String of(String text) {
    final StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
      final char c = text.charAt(i);
      shown.append(Character.isISOControl(c) ? '?' : c);
    }
    return shown.append(text.length() > LONGEST ? "…'" : "'").toString();
  }
}
