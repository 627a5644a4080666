package io.hopwright.models.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about adding a machine shows the actual source of the ring. */
class AddingMachinePageTest {
  private static final Path PAGE = Path.of("../docs/adding-a-machine.md");
  private static final Path RING = Path.of("src/toy/java/io/hopwright/models/toy/Ring.java");

  @Test
  void shouldShowTheRingWhole() throws IOException {
    final String code = Files.readString(RING);
    final String shown = code.substring(code.indexOf("/**")).strip();
    assertTrue(Files.readString(PAGE).contains("```java\n" + shown + "\n```"), PAGE::toString);
  }
}
