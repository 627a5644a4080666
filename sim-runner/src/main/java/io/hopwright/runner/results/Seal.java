package io.hopwright.runner.results;

import io.hopwright.runner.support.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hash by which a manifest detects changes to itself: that of all its other entries, as JSON in a
 * single line. It protects against errors and damage, not against forgery.
 */
public final class Seal {
  private static final String ENTRY = "sha256";

  private Seal() {}

  /** Returns a document with its hash as the last entry. */
  public static Map<String, Object> sealed(Map<String, Object> document) {
    final Map<String, Object> sealed = new LinkedHashMap<>(document);
    sealed.put(ENTRY, hash(document));
    return sealed;
  }

  /**
   * Refuses a document that is not as it was written.
   *
   * @throws io.hopwright.runner.support.InputException naming its file
   */
  static void require(StoredDocument document) {
    if (!hash(document.content()).equals(document.text(ENTRY))) {
      throw Damage.in(document.file(), "was changed: its hash differs from the one it contains");
    }
  }

  private static String hash(Map<String, Object> document) {
    final Map<String, Object> others = new LinkedHashMap<>(document);
    others.remove(ENTRY);
    return Hashes.of(Json.compact(others).getBytes(StandardCharsets.UTF_8));
  }
}
