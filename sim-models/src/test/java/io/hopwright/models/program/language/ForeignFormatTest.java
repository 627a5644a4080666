package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.program.ProgramException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Recognized formats of other tools; beginnings of files are as these tools write them. */
class ForeignFormatTest {
  @TempDir private Path directory;

  private Path file(String content) throws IOException {
    return Files.write(directory.resolve("f"), content.getBytes(StandardCharsets.ISO_8859_1));
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(
            "version=1.0.0\n\nMPI_Init entering at walltime 12.5, cputime 0.1",
            "a DUMPI trace as text"),
        Arguments.of("{\n  \"workload_graph\": [", "a Chakra execution trace (JSON)"),
        Arguments.of(
            "{\"schema\": \"1.0.2-chakra.0.0.4\", \"nodes\": [{\"id\": 2, \"ctrl_deps\": 1}]}",
            "a Chakra execution trace (JSON)"),
        Arguments.of("{\"traceEvents\": []}", "a Chrome trace (JSON)"),
        Arguments.of("[1, 2]", "JSON"),
        Arguments.of("#Paraver (1/1/26 at 10:00):10_ns:0", "a Paraver trace"),
        Arguments.of(
            "SQLite format 3\u0000", "an SQLite database, such as a trace of Nsight Systems"),
        Arguments.of("\u001F\u008B\b\u0000", "data compressed by gzip"),
        Arguments.of("\u007FELF\u0002\u0001\u0001\u0000", "binary data"),
        Arguments.of("a,b\n1,2\n3,4\n5,6\n7,8", "text without statements"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldSayWhatAFileLooksLike(String content, String expected) throws IOException {
    final Path file = file(content);
    final ProgramException e =
        assertThrows(ProgramException.class, () -> ForeignFormat.check("f", file));
    final String message = e.getMessage();
    assertEquals(
        "f: looks like " + expected + ", which is not read",
        message.substring(0, message.indexOf("; programs are program text (.prog), GOAL text or")));
  }

  @Test
  void shouldLetProgramsPass() throws IOException {
    for (String name : Programs.NAMES) {
      ForeignFormat.check("f", file(Programs.text(name)));
    }
    ForeignFormat.check("f", file(""));
    ForeignFormat.check("f", file("# nothing\n"));
    ForeignFormat.check("f", file("\u00EF\u00BB\u00BF# mine\ncompute 1 us\n"));
    ForeignFormat.check("f", file("clompute 1 us\nsnd to 1 8\n"));
    ForeignFormat.check("f", file("a\nb\nc\nd\nbarrier\n"));
  }
}
