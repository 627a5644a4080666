package io.hopwright.runner.report.drawing;

import java.util.List;
import java.util.Map;

/** Fragments of HTML; every text is escaped. */
public final class Html {
  private final StringBuilder text = new StringBuilder();

  /** Returns {@code text} escaped for content and for attributes. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Adds an element with a text; {@code tag} may have attributes. */
  public Html element(String tag, String content) {
    open(tag);
    text.append(escape(content));
    return close(tag);
  }

  /** Adds the beginning of an element. */
  public Html open(String tag) {
    text.append('<').append(tag).append('>');
    return this;
  }

  /** Adds the end of an element; attributes of {@code tag} are left out. */
  public Html close(String tag) {
    text.append("</").append(tag.replaceFirst(" .*", "")).append(">\n");
    return this;
  }

  /** Adds a section with a heading. */
  public Html section(String id, String title) {
    open("section id=\"" + id + "\" aria-labelledby=\"" + id + "-title\"");
    return element("h2 id=\"" + id + "-title\"", title);
  }

  /** Adds a list of terms and their values. */
  public Html facts(Map<String, String> facts) {
    open("dl class=\"facts\"");
    facts.forEach(
        (term, value) -> open("div").element("dt", term).element("dd", value).close("div"));
    return close("dl");
  }

  /** Adds the head of a table that scrolls on narrow screens. */
  public Html table(String label, List<String> headings) {
    open(
        "div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + escape(label) + "\"");
    open("table").open("thead").open("tr");
    headings.forEach(heading -> element("th scope=\"col\"", heading));
    return close("tr").close("thead").open("tbody");
  }

  /** Ends the table that {@link #table} began. */
  public Html endTable() {
    return close("tbody").close("table").close("div");
  }

  /** Adds a part that is initially folded. */
  public Html folded(String title, String content) {
    open("details").element("summary", title);
    return element("pre tabindex=\"0\"", content).close("details");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
