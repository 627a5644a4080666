package io.hopwright.runner.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Terms of the glossary, {@code docs/glossary.md}.
 *
 * @param all terms in the order of the page
 */
public record Terms(List<Term> all) {
  private static final String PAGE = "/text/glossary.md";
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern EMPHASIS = Pattern.compile("\\*([^*]*)\\*");
  private static final Pattern ACRONYM = Pattern.compile("(.*) \\((.*)\\)");
  private static final Pattern NOTHING = Pattern.compile("^\u2013 ?");
  private static final String HEADING = "## ";

  /** Copies the list. */
  public Terms {
    all = List.copyOf(all);
  }

  /** Reads the page of terms that is part of the program. */
  public static Terms ofProgram() {
    try (InputStream page = Terms.class.getResourceAsStream(PAGE)) {
      return of(new String(page.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a page: a term and its meaning are the first columns of each table. */
  static Terms of(String page) {
    final List<Term> terms = new ArrayList<>();
    String section = "";
    List<String> columns = List.of();
    for (String line : page.lines().toList()) {
      if (line.startsWith(HEADING)) {
        section = line.substring(HEADING.length());
        columns = List.of();
      } else if (line.startsWith("|") && columns.isEmpty()) {
        columns = cells(line);
      } else if (line.startsWith("|") && !line.startsWith("|-")) {
        terms.add(term(section, columns, cells(line)));
      }
    }
    return new Terms(terms);
  }

  private static Term term(String section, List<String> columns, List<String> cells) {
    final Map<String, String> elsewhere = new LinkedHashMap<>();
    for (int column = 2; column < cells.size(); column++) {
      final String word = NOTHING.matcher(cells.get(column)).replaceFirst("");
      if (!word.isEmpty()) {
        elsewhere.put(columns.get(column), word);
      }
    }
    return new Term(section, cells.get(0), cells.get(1), elsewhere);
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
        .map(cell -> plain(cell.strip()))
        .toList();
  }

  /** Returns a text without the marks of Markdown. */
  private static String plain(String text) {
    final String unlinked = LINK.matcher(text).replaceAll("$1");
    return EMPHASIS.matcher(CODE.matcher(unlinked).replaceAll("$1")).replaceAll("$1");
  }

  /** Returns the terms with a name, in any case of letters, singular or plural. */
  public List<Term> called(String name) {
    return all.stream()
        .filter(term -> names(term.name()).anyMatch(own -> same(own, name)))
        .toList();
  }

  /** Returns the terms for which other programs use this name, alone or in a phrase. */
  public List<Term> calledElsewhere(String name) {
    final Pattern word = Pattern.compile("(?i)(?<!\\w)" + Pattern.quote(name) + "(?!\\w)");
    return all.stream()
        .filter(
            term -> term.elsewhere().values().stream().anyMatch(own -> word.matcher(own).find()))
        .toList();
  }

  /** Returns the names in a cell: those between commas and semicolons, and in brackets. */
  private static Stream<String> names(String cell) {
    return Stream.concat(Stream.of(cell), Arrays.stream(cell.split("[,;] ", -1)))
        .flatMap(
            part -> {
              final Matcher both = ACRONYM.matcher(part);
              return both.matches() ? Stream.of(both.group(1), both.group(2)) : Stream.of(part);
            });
  }

  private static boolean same(String own, String name) {
    final String known = letters(own);
    final String asked = letters(name);
    return known.equals(asked) || asked.equals(known + "s") || known.equals(asked + "s");
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[ -]", "");
  }
}
