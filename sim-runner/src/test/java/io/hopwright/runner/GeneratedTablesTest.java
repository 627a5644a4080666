package io.hopwright.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.Program;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.text.GeneratedTables;
import io.hopwright.runner.text.NumberTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables between markers in pages equal the output of {@code explain}. */
class GeneratedTablesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final String BEGIN = "<!-- hopwright explain link.ticks --markdown -->\n";
  private static final String END = "<!-- end of hopwright explain -->\n";

  @TempDir private Path directory;

  private static Program.Outcome explain(String... arguments) {
    final List<String> words = new ArrayList<>(List.of("explain"));
    words.addAll(List.of(arguments));
    return new Program().execute(Machines.all(), words.toArray(String[]::new));
  }

  private static GeneratedTables page(Path file) throws IOException {
    return new GeneratedTables(file.toString(), Files.readString(file));
  }

  private static List<Path> pages() throws IOException {
    final List<Path> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(DOCS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        if (!page(file).arguments().isEmpty()) {
          pages.add(file);
        }
      }
    }
    return pages;
  }

  @Test
  void shouldBeUpToDate() throws IOException {
    for (Path page : pages()) {
      final Path copy = directory.resolve(page.getFileName());
      Files.copy(page, copy);
      final Program.Outcome outcome = explain("--update", copy.toString());
      assertEquals(ExitCode.DONE, outcome.exitCode(), outcome.err());
      assertEquals(
          Files.readString(copy),
          Files.readString(page),
          "./hopwright explain --update docs/" + DOCS.relativize(page) + " mends it");
    }
  }

  @Test
  void shouldHaveTheNumbersOfAllMachines() throws IOException {
    final List<String> expected = new ArrayList<>(List.of("numbers --markdown"));
    for (Machine machine : Machines.all()) {
      if (!NumberTable.own(machine, Machines.all()).explanations().isEmpty()) {
        expected.add("numbers --machine " + machine.name() + " --markdown");
      }
    }
    assertEquals(expected, page(DOCS.resolve("results.md")).arguments());
  }

  @Test
  void shouldReplaceWhatIsBetweenMarkersAndNothingElse() {
    final String page = "a\n" + BEGIN + "old\n" + END + "b\n" + BEGIN + END + "c\n";
    final String table = "\n| key |\n|---|\n\n";
    assertEquals(
        "a\n" + BEGIN + table + END + "b\n" + BEGIN + table + END + "c\n",
        new GeneratedTables("p.md", page)
            .updated(
                arguments ->
                    arguments.equals("link.ticks --markdown") ? table.strip() + "\n" : ""));
  }

  @Test
  void shouldRefuseMarkersWithoutCounterpart() {
    for (String page : List.of(BEGIN, END, BEGIN + BEGIN + END, BEGIN + END + END)) {
      final GeneratedTables tables = new GeneratedTables("p.md", page);
      assertThrows(InputException.class, tables::arguments, page);
    }
  }

  @Test
  void shouldRefuseArgumentsThatExplainNothing() throws IOException {
    final Path page = directory.resolve("p.md");
    for (String arguments :
        List.of("numbers --machine none", "--colour", "dateline --markdown", "no-such-name")) {
      final String text = "<!-- hopwright explain " + arguments + " -->\n" + END;
      Files.writeString(page, text);
      final Program.Outcome outcome = explain("--update", page.toString());
      assertEquals(ExitCode.WRONG_INPUT, outcome.exitCode(), arguments);
      assertFalse(outcome.err().isBlank(), arguments);
      assertEquals(text, Files.readString(page));
    }
    assertEquals(ExitCode.WRONG_INPUT, explain("numbers", "--update", page.toString()).exitCode());
  }

  @Test
  void shouldExplainNumbersInOtherFormsToo() throws IOException {
    final int own = explain("numbers", "--machine", "tofu", "--json").json().size();
    assertTrue(own > 10, () -> "numbers of Tofu alone: " + own);
    assertTrue(explain("numbers").out().contains("\nthroughput\n"));
    assertFalse(explain("numbers", "--machine", "tofu").out().contains("\nthroughput\n"));
  }

  @Test
  void shouldPrintKeysOfOneMachineOrOfSeveral() {
    final String one = explain("router.bias", "--machine", "cascade", "--markdown").out();
    assertTrue(one.startsWith("| key | default | range | what it is | source |\n| --- "), one);
    final String several = explain("workload.load", "--markdown").out();
    assertTrue(several.startsWith("| machine | key | default |"), several);
  }
}
