package io.hopwright.models.bluegene.traps;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The traps, and the tests that are marked as guarding them, as a page of Markdown. */
final class TrapTable {
  /** What the traps are about, trap 1 first. */
  static final List<String> NAMES =
      List.of(
          "A tick is the time of a byte",
          "Cut-through, and when room is free again",
          "Token-acks take links",
          "The bubble rule with packets of several sizes",
          "Static packets ride the bubble VC",
          "Directions are chosen once, ties evenly",
          "JSQ knows ranges, and only of what is available",
          "Who is served first",
          "Requests and busses of a receiver",
          "The bypass",
          "Injection FIFOs with and without an end",
          "The order of an all-to-all",
          "The dateline",
          "What arbitration costs",
          "Windows and lookahead");

  private static final String INTRODUCTION =
      """
      # The BlueGene/L torus: where models go wrong

      Places where a straightforward model of this network goes wrong, the tests that fail when ours does, and the wrong models they were
      tried on. A wrong model is *built in the test* where settings or a part given to the router make it: then the test itself shows, each time
      it runs, that it would notice. Others needed a change of the main code; it was *made once in the source*, the test failed, and the change
      was undone. The rules themselves stand in [bluegene-l.md](bluegene-l.md).

      `TrapTableTest` writes this page from the marks on the tests and fails when they differ.

      | Trap | Test | Rejected | How |
      |---|---|---|---|
      """;

  private record Row(Trap trap, Method test) {
    String text() {
      return "| "
          + trap.number()
          + ". "
          + NAMES.get(trap.number() - 1)
          + " | `"
          + test.getDeclaringClass().getSimpleName()
          + "`<br>`"
          + test.getName()
          + "` | "
          + trap.fallenInto()
          + " | "
          + trap.shown()
          + " |\n";
    }
  }

  private final List<Row> rows = new ArrayList<>();

  /** Reads the marks of the tests in these classes. */
  TrapTable(List<Class<?>> tests) {
    for (Class<?> type : tests) {
      for (Method method : type.getDeclaredMethods()) {
        for (Trap trap : method.getAnnotationsByType(Trap.class)) {
          rows.add(new Row(trap, method));
        }
      }
    }
    rows.sort(
        Comparator.comparingInt((Row row) -> row.trap().number())
            .thenComparing(row -> row.test().getDeclaringClass().getSimpleName())
            .thenComparing(row -> row.test().getName())
            .thenComparing(row -> row.trap().fallenInto()));
  }

  /** Returns the traps that no test guards. */
  List<String> unguarded() {
    final List<String> missing = new ArrayList<>(NAMES);
    rows.forEach(row -> missing.remove(NAMES.get(row.trap().number() - 1)));
    return missing;
  }

  /** Returns the page. */
  String page() {
    final StringBuilder page = new StringBuilder(INTRODUCTION);
    rows.forEach(row -> page.append(row.text()));
    return page.toString();
  }
}
