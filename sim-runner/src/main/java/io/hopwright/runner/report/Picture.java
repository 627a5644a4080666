package io.hopwright.runner.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Something that the page's script draws. */
interface Picture {
  /** Returns what names it within the page. */
  String id();

  /** Returns what it shows. */
  String title();

  /** Returns what stands below it. */
  String caption();

  /** Returns it as data of the page, which begin as {@link #document(String)} has it. */
  Map<String, Object> document();

  /** Returns what the page is told of any picture; {@code kind} is how its script draws it. */
  default Map<String, Object> document(String kind) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", id());
    document.put("kind", kind);
    document.put("title", title());
    document.put("caption", caption());
    return document;
  }

  /** Returns how many values it shows, in all its views. */
  long points();
}
