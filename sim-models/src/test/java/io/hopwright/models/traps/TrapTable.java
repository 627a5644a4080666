package io.hopwright.models.traps;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Traps of a model and the tests that guard against them, as a page of Markdown. */
public final class TrapTable {
  private static final String WRITE = "traps.write";

  private static final String HEAD =
      """
      | Trap | Test | Rejected | How |
      |---|---|---|---|
      """;

  private record Row(Trap trap, Method test) {
    String text(List<String> names) {
      return "| "
          + trap.number()
          + ". "
          + names.get(trap.number() - 1)
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

  private final String introduction;
  private final List<String> names;
  private final List<Row> rows = new ArrayList<>();

  /**
   * Reads the marks of the tests in these classes.
   *
   * @param introduction text of the page before the table
   * @param names subjects of the traps, trap 1 first
   */
  public TrapTable(String introduction, List<String> names, List<Class<?>> tests) {
    this.introduction = introduction;
    this.names = names;
    for (Class<?> type : tests) {
      for (Method method : type.getDeclaredMethods()) {
        for (Trap trap : method.getAnnotationsByType(Trap.class)) {
          assertTrue(isTest(method), method + " is marked, but no test");
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

  private static boolean isTest(Method method) {
    return method.isAnnotationPresent(Test.class)
        || method.isAnnotationPresent(ParameterizedTest.class);
  }

  /** Returns the traps that no test guards. */
  public List<String> unguarded() {
    final List<String> missing = new ArrayList<>(names);
    rows.forEach(row -> missing.remove(names.get(row.trap().number() - 1)));
    return missing;
  }

  /**
   * Compares with a page; writes it first if the property {@code traps.write} is true.
   *
   * @param name of the file in {@code docs/models}
   * @param test that calls this method, for the message
   */
  public void assertMatches(String name, Class<?> test) throws IOException {
    final Path page = folder().resolve(name);
    final StringBuilder expected = new StringBuilder(introduction).append(HEAD);
    rows.forEach(row -> expected.append(row.text(names)));
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(page, expected);
    }
    final String written = Files.exists(page) ? Files.readString(page) : "";
    assertTrue(
        written.contentEquals(expected),
        name
            + " is not what the tests say; write it with: mvn -pl sim-core,sim-models"
            + " test -Dtest="
            + test.getSimpleName()
            + " -Dsurefire.failIfNoSpecifiedTests=false -D"
            + WRITE
            + "=true");
  }

  /** Returns the folder of pages, from any folder of the project in which tests are run. */
  private static Path folder() {
    final Path pages = Path.of("docs", "models");
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(pages))) {
      folder = folder.getParent();
    }
    return folder.resolve(pages);
  }
}
