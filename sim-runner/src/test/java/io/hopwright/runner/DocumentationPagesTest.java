package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.config.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of pages lead to existing pages, headings and pictures, and the pages name every study. */
class DocumentationPagesTest {
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern TABLE = Pattern.compile("(?m)(?:^\\|.*\\n)+");
  private static final Pattern TABLE_HEAD =
      Pattern.compile("\\|.*\\n\\|[\\s:|-]+\\|\\s*\\n[\\s\\S]*");
  private static final long MOST_PICTURE_BYTES = 150_000;

  private static Path root() {
    return Path.of("").toAbsolutePath().getParent();
  }

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> docs = Files.walk(root().resolve("docs"))) {
      return docs.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static List<Path> pages() throws IOException {
    final List<Path> pages = new ArrayList<>(files(".md"));
    Stream.of(
            "README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "deploy/README.md")
        .map(root()::resolve)
        .forEach(pages::add);
    return pages;
  }

  /** Returns the names by which links call the headings of a page, as GitHub derives them. */
  private static Set<String> anchors(Path page) throws IOException {
    final String text = CODE.matcher(Files.readString(page)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}\\- _]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    final int hash = link.indexOf('#');
    final String file = hash < 0 ? link : link.substring(0, hash);
    final Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  @Test
  void shouldLeadToWhatThereIs() throws IOException {
    final List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      final Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(root().relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void shouldNoticeLinksThatLeadNowhere() throws IOException {
    final Path page = root().resolve("README.md");
    assertTrue(leadsSomewhere(page, "docs/performance.md#speed"));
    assertEquals(
        List.of(false, false),
        List.of(
            leadsSomewhere(page, "docs/nowhere.md"),
            leadsSomewhere(page, "docs/performance.md#nowhere")));
  }

  /** Returns the first row of each block of rows that a renderer does not recognize as a table. */
  private static List<String> brokenTables(String page) {
    return TABLE
        .matcher(CODE.matcher(page + "\n").replaceAll(""))
        .results()
        .map(MatchResult::group)
        .filter(rows -> !TABLE_HEAD.matcher(rows).matches())
        .map(rows -> rows.lines().findFirst().orElseThrow())
        .toList();
  }

  @Test
  void shouldHaveWholeTables() throws IOException {
    for (Path page : pages()) {
      assertEquals(List.of(), brokenTables(Files.readString(page)), page::toString);
    }
  }

  @Test
  void shouldNoticeTablesThatABlankLineBreaks() {
    assertEquals(
        List.of("| b | 2 |"), brokenTables("| k | v |\n|---|---|\n| a | 1 |\n\n| b | 2 |"));
  }

  @Test
  void shouldNameEveryStudy() throws IOException {
    final String page = Files.readString(root().resolve("docs/studies-shipped.md"));
    for (String study : new Library().studies()) {
      assertTrue(
          study.startsWith("bench-") || page.contains("`" + study + "`"),
          () -> "docs/studies-shipped.md lacks " + study);
    }
  }

  @Test
  void shouldHaveSmallPictures() throws IOException {
    for (String ending : List.of(".png", ".svg")) {
      for (Path picture : files(ending)) {
        assertTrue(Files.size(picture) < MOST_PICTURE_BYTES, picture::toString);
      }
    }
  }
}
