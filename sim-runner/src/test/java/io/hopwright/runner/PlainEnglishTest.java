package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.results.Declarations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts habits that make English hard to read, per kind of text, and compares the counts with
 * limits that only go down: {@value #TABLE}. Every occurrence is listed in {@value #LIST}.
 */
class PlainEnglishTest {
  private static final String TABLE = "plain-english.txt";
  private static final String LIST = "target/plain-english.txt";

  /** Largest number of words of a sentence. */
  private static final int SENTENCE = 30;

  /** Largest number of words of a cell of a table. */
  private static final int CELL = 25;

  private static final Pattern WORD = Pattern.compile("\\S*\\p{L}\\S*");
  private static final Pattern END_OF_SENTENCE =
      Pattern.compile(
          "(?<=[.!?:;])\\)?\\s+(?=[\\p{Lu}`*\\[(\"])|\\n\\s*\\n|\\n\\s*[-*|#]|\\n\\d+\\.\\s");

  /** A kind of text, in the order of the columns of the table. */
  private enum Area {
    CLASSES,
    METHODS,
    MESSAGES,
    MEANINGS,
    DOCS,
    RULES,
    TESTS
  }

  /** Text and its place. */
  private record Text(String place, String words) {}

  /**
   * A row of the table.
   *
   * @param limits per area
   */
  private record Habit(String name, Pattern pattern, Map<Area, Integer> limits) {
    static Habit of(String row) {
      final String[] cells = row.split(" ; ", -1);
      final Map<Area, Integer> limits = new EnumMap<>(Area.class);
      final Scanner numbers = new Scanner(cells[2]);
      for (Area area : Area.values()) {
        limits.put(area, numbers.nextInt());
      }
      final String regex = cells[1].strip();
      return new Habit(
          cells[0].strip(),
          regex.startsWith("more than") ? null : Pattern.compile("(?i)" + regex),
          limits);
    }

    List<String> in(String text) {
      if (pattern != null) {
        return pattern.matcher(text).results().map(hit -> around(text, hit.start())).toList();
      }
      return name.equals("long cell") ? longCells(text) : longSentences(text);
    }

    private static String around(String text, int start) {
      return text.substring(Math.max(0, start - 40), Math.min(text.length(), start + 60))
          .replaceAll("\\s+", " ");
    }
  }

  private static List<String> longSentences(String text) {
    return END_OF_SENTENCE
        .splitAsStream(text)
        .filter(sentence -> !sentence.contains(" | "))
        .filter(sentence -> WORD.matcher(sentence).results().count() > SENTENCE)
        .map(sentence -> sentence.replaceAll("\\s+", " "))
        .toList();
  }

  private static List<String> longCells(String text) {
    return text.lines()
        .filter(line -> line.startsWith("|"))
        .flatMap(line -> Arrays.stream(line.split(" \\| ")))
        .filter(cell -> WORD.matcher(cell).results().count() > CELL)
        .toList();
  }

  private static Path root() {
    return Path.of("").toAbsolutePath().getParent();
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static Set<String> meanings() {
    final Set<String> meanings = new LinkedHashSet<>();
    for (Machine machine : Machines.all()) {
      for (Parameter parameter : machine.parameters()) {
        meanings.add(parameter.description());
        meanings.add(parameter.source());
        parameter.choices().forEach(word -> meanings.add(word.meaning()));
      }
      final Declarations declared = Declarations.of(machine.results(), Set.of());
      for (List<Metric> metrics : declared.metrics().values()) {
        for (Metric metric : metrics) {
          meanings.addAll(List.of(metric.label(), metric.meaning()));
        }
      }
    }
    return meanings;
  }

  private static Map<Area, List<Text>> texts() throws IOException {
    final Map<Area, List<Text>> texts = new EnumMap<>(Area.class);
    for (Area area : Area.values()) {
      texts.put(area, new ArrayList<>());
    }
    final Set<String> meanings = meanings();
    meanings.forEach(meaning -> texts.get(Area.MEANINGS).add(new Text("meaning", meaning)));
    final Set<String> known = new HashSet<>(meanings);
    for (String module : List.of("sim-core", "sim-models", "sim-partition", "sim-runner")) {
      for (Path file : files(root().resolve(module + "/src"), ".java")) {
        final String place = file.getFileName().toString();
        final JavaWords words = JavaWords.of(Files.readString(file));
        if (!file.startsWith(root().resolve(module + "/src/main"))) {
          words.comments().forEach(each -> texts.get(Area.TESTS).add(new Text(place, each)));
          continue;
        }
        words.classComments().forEach(each -> texts.get(Area.CLASSES).add(new Text(place, each)));
        words.otherComments().forEach(each -> texts.get(Area.METHODS).add(new Text(place, each)));
        words.texts().stream()
            .filter(each -> each.contains(" ") && !known.contains(each))
            .forEach(each -> texts.get(Area.MESSAGES).add(new Text(place, each)));
      }
    }
    texts.get(Area.DOCS).add(page(root().resolve("README.md")));
    for (Path page : files(root().resolve("docs"), ".md")) {
      final boolean specifies = page.getParent().endsWith("models");
      texts.get(specifies ? Area.RULES : Area.DOCS).add(page(page));
    }
    return texts;
  }

  private static Text page(Path page) throws IOException {
    final String text =
        Files.readString(page)
            .replaceAll("(?ms)^```.*?^```", "\n")
            .replaceAll("(?s)<!-- hopwright explain .*?<!-- end of hopwright explain -->", "\n");
    return new Text(root().relativize(page).toString(), text);
  }

  private static List<Habit> habits() throws IOException {
    try (Stream<String> rows = Files.lines(Path.of("src/test/resources").resolve(TABLE))) {
      return rows.filter(row -> row.contains(" ; ") && !row.startsWith("#"))
          .map(Habit::of)
          .toList();
    }
  }

  @Test
  void shouldNotGetHarderToRead() throws IOException {
    final Map<Area, List<Text>> texts = texts();
    final List<String> list = new ArrayList<>();
    final List<String> counts = new ArrayList<>();
    final List<String> above = new ArrayList<>();
    for (Habit habit : habits()) {
      final StringBuilder row =
          new StringBuilder(String.format(Locale.ROOT, "%-16s", habit.name()));
      for (Area area : Area.values()) {
        int count = 0;
        for (Text text : texts.get(area)) {
          for (String hit : habit.in(text.words())) {
            list.add(String.join("\t", habit.name(), area.name(), text.place(), hit));
            count++;
          }
        }
        row.append(String.format(Locale.ROOT, "%6d", count));
        final int limit = habit.limits().get(area);
        if (count > limit) {
          above.add(habit.name() + " in " + area + ": " + count + ", at most " + limit);
        }
      }
      counts.add(row.toString());
    }
    Files.write(
        Path.of(LIST), Stream.concat(counts.stream(), list.stream()).collect(Collectors.toList()));
    assertEquals(List.of(), above, "see " + LIST + " and write it in plain English");
  }

  @Test
  void shouldReadCommentsAndTexts() {
    final JavaWords words =
        JavaWords.of(
            """
            /** A thing {@code of} words. */
            @Some("x y") final class A { // no "text"
              /** Returns it. @param a b */
              // One comment
              // in two lines.
              String a = "one " + "two" + b() + "three \\"3\\"" + '"';
            }
            """);
    assertEquals(List.of("A thing `of` words."), words.classComments());
    assertEquals(1, words.otherComments().size());
    assertEquals(List.of("no \"text\"", "One comment\nin two lines."), words.lineComments());
    assertEquals(4, words.comments().size());
    assertEquals(List.of("x y", "one two", "three \"3\""), words.texts());
  }

  @Test
  void shouldFindLongSentencesAndCells() {
    final String words = "word ".repeat(16);
    assertEquals(1, longSentences("Short. " + words + words + ". Short.").size());
    assertEquals(0, longSentences(words + ". Then " + words + ".").size());
    assertEquals(1, longCells("| a | " + words + words + " |").size());
    assertEquals(0, longCells("| a | " + words + " | b " + words + " |").size());
    assertTrue(longSentences("| a | " + words + words + " |").isEmpty());
  }
}
