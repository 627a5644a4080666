package io.hopwright.runner.report;

import java.util.Map;

/** Something that the page's script draws. */
interface Picture {
  /** Returns what names it within the page. */
  String id();

  /** Returns what it shows. */
  String title();

  /** Returns it as data of the page. */
  Map<String, Object> document();

  /** Returns how many values it shows, in all its views. */
  long points();
}
