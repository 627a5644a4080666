package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ProgramsTest {
  @Test
  void shouldNameEveryFile() throws IOException, URISyntaxException {
    final Path folder = Path.of(Programs.class.getResource("/programs/ring.prog").toURI());
    try (Stream<Path> files = Files.list(folder.getParent())) {
      assertEquals(
          Programs.NAMES,
          files
              .map(file -> file.getFileName().toString().replaceFirst("\\.prog$", ""))
              .sorted()
              .toList());
    }
  }

  @ParameterizedTest
  @FieldSource("io.hopwright.models.program.language.Programs#NAMES")
  void shouldSayInASentenceWhatRanksDo(String name) {
    assertTrue(Programs.text(name).startsWith("# " + Programs.title(name) + "\n"));
    assertTrue(Programs.title(name).endsWith("."), Programs.title(name));
    assertEquals(
        Programs.file(name), Statements.parse(Programs.file(name), Programs.text(name)).name());
  }

  @Test
  void shouldKnowNoOthers() {
    assertThrows(IllegalArgumentException.class, () -> Programs.text("../studies/bgl"));
  }
}
