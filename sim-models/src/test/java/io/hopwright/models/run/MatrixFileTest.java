package io.hopwright.models.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading of traffic matrices, and errors in them. */
class MatrixFileTest {
  private static final int NODES = 6;
  private static final String ROWS = "0,5,100\n0,2,7\n3,0,1\n";

  @TempDir private Path directory;

  private InputFile file(String csv) throws IOException {
    return InputFile.of(Files.writeString(directory.resolve("m.csv"), csv));
  }

  /** Returns the entries in the order of the matrix, one a line. */
  private List<String> read(String csv) throws IOException {
    final List<String> entries = new ArrayList<>();
    MatrixFile.read(file(csv), WorkloadKeys.MATRIX, NODES)
        .forEach((from, to, weight) -> entries.add(from + "," + to + "," + weight));
    return entries;
  }

  private String refusal(InputFile file) {
    final SettingsException failure =
        assertThrows(
            SettingsException.class, () -> MatrixFile.read(file, WorkloadKeys.MATRIX, NODES));
    assertEquals(1, failure.problems().size());
    assertEquals("workload.matrix", failure.problems().get(0).key());
    return failure.problems().get(0).message();
  }

  /** Asserts that a file is refused, and that the message begins and ends with the given words. */
  private void assertRefused(String csv, String begins, String ends) throws IOException {
    final String message = refusal(file(csv));
    assertTrue(message.startsWith(begins) && message.endsWith(ends), message);
  }

  private void assertNoRow(String csv, int line) throws IOException {
    assertRefused(
        csv,
        "line " + line + ", \"",
        "is not a row of three integers, source,destination,weight," + " as in 0,5,100");
  }

  // -------------------------------------------------------------------------------- what is read

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "source,destination,weight\n",
        "\"source\",\"destination\",\"weight\"\n",
        "\u00C9metteur,r\u00E9cepteur,poids\n",
        "\uFEFFsource,destination,weight\n",
        "\uFEFF",
        "# of a solver\n",
        "# of a solver\n\n  \t\n # twice\nfrom,to,bytes\n",
      })
  void shouldReadRowsBehindAHeading(String heading) throws IOException {
    assertEquals(List.of("0,2,7", "0,5,100", "3,0,1"), read(heading + ROWS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,5,100\r\n0,2,7\r\n3,0,1\r\n",
        "0,5,100\n0,2,7\n3,0,1",
        "0,5,100\r\n0,2,7\r\n3,0,1\r",
        "  0 ,\t5 , 100  \n0,2,7\t\r\n\n\r\n \n3,0,1\n\n",
        "0,5,100\n# not the last\n0,2,7\n  # nor this\n3,0,1\n#",
        "000,05,0100\n0,2,007\n3,00,1\n",
        "3,0,1\n0,2,7\n0,5,100\n",
        "3,0,1\n0,2,7\n0,5,100\n5,0,0\n1,2,0\n1,2,0\n0,5,0\n",
      })
  void shouldReadTheSameOfRowsWrittenOtherwise(String csv) throws IOException {
    assertEquals(List.of("0,2,7", "0,5,100", "3,0,1"), read(csv));
  }

  @Test
  void shouldReadRowsInAnyOrder() throws IOException {
    final List<String> rows = new ArrayList<>();
    for (int from = 0; from < NODES; from++) {
      for (int to = 0; to < NODES; to++) {
        if (from != to) {
          rows.add(from + "," + to + "," + (1 + 7 * from + 13 * to));
        }
      }
    }
    final List<String> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(4));
    assertEquals(rows, read(String.join("\n", shuffled)));
  }

  @Test
  void shouldReadWeightsUpToTheLargestSum() throws IOException {
    final long most = (1L << 45) - 1;
    assertEquals(List.of("0,1," + most), read("0,1," + most));
    assertEquals(List.of("0,1," + (most - 1), "5,0,1"), read("5,0,1\n0,1," + (most - 1)));
    assertEquals(List.of("0,1," + most), read("0,1," + most + "\n5,0,0"));
  }

  @Test
  void shouldKnowWhatNodesSendAndReceive() throws IOException {
    final var matrix = MatrixFile.read(file(ROWS), WorkloadKeys.MATRIX, NODES);
    assertEquals(NODES, matrix.nodes());
    assertEquals(108, matrix.total());
    assertEquals(107, matrix.sent(0));
    assertEquals(0, matrix.sent(1));
    assertEquals(1, matrix.sent(3));
    assertEquals(1, matrix.received(0));
    assertEquals(7, matrix.received(2));
    assertEquals(6 * 107.0 / 108, matrix.share(0));
    assertEquals(matrix.share(0), matrix.largestShare());
    assertEquals(6 * 1.0 / 108, matrix.smallestShare());
  }

  // ----------------------------------------------------------------------------- what is refused

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,5",
        "0,5,100,3",
        "0,5,100,",
        "0,5,",
        ",5,100",
        ",,",
        "0;5;100",
        "0 5 100",
        "0,5,-100",
        "-1,5,100",
        "0,5,+1",
        "0,5,1.5",
        "0,5,1e3",
        "0,5,0x10",
        "0,5,1 000",
        "0,5,1'000",
        "0,5,100 # a comment",
        "0,\"5\",100",
        "0,five,100",
        "0,5,\u0661",
        "0,5,100\f"
      })
  void shouldRefuseWhatIsNoRow(String row) throws IOException {
    assertNoRow(row, 1);
    assertNoRow("a,b,c\r\n#\r\n" + ROWS.replace("\n", "\r\n") + row, 6);
  }

  @Test
  void shouldTakeNoMoreThanTheFirstRowForAHeading() throws IOException {
    assertNoRow("from,to,weight\nO,1,5\n" + ROWS, 2);
    assertNoRow("1,2,0\nfrom,to,weight\n" + ROWS, 2);
    assertNoRow("\"0\",\"5\",\"100\"\n" + ROWS, 1);
    assertNoRow(ROWS + "from,to,weight\n", 4);
    assertNoRow("\uFEFF\uFEFF,0,1\n0,1,5\n\uFEFF0,2,5", 3);
  }

  @ParameterizedTest
  @CsvSource({"6, '6,0,1'", "6, '0,6,1'", "4294967296, '0,4294967296,1'", "6, '6,6,1'"})
  void shouldRefuseNodesThatAreNotThere(String node, String row) throws IOException {
    assertRefused(
        ROWS + row, "line 4, \"" + row + "\", names node " + node + ", ", "but nodes are 0 to 5");
    assertRefused(ROWS + row.replaceAll("1$", "0"), "line 4", "but nodes are 0 to 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4,4,1", "4,4,0"})
  void shouldRefuseNodesThatSendToThemselves(String row) throws IOException {
    assertRefused(
        ROWS + row + "\n",
        "line 4, \"" + row + "\", lets a node send to itself",
        "needs no network; leave the row out");
  }

  @Test
  void shouldRefuseAPairWrittenTwice() throws IOException {
    assertRefused("0,5,1\n" + ROWS, "line 2 repeats the pair 0,5 of line 1; ", "sum once");
    assertRefused(ROWS + "\n#\n0,2,7", "line 6 repeats the pair 0,2 of line 2; ", "sum once");
    assertRefused("1,2,3\n1,2,3\n1,2,3", "line 2 repeats the pair 1,2 of line 1", "sum once");
  }

  @Test
  void shouldRefuseSumsThatDoublesDoNotHold() throws IOException {
    final long half = 1L << 44;
    assertRefused(
        "0,1," + half + "\n3,0," + half,
        "line 2, \"3,0," + half + "\", brings the sum of all weights to 2^45 or more",
        "use a larger unit");
    for (String number : List.of(Long.toString(1L << 45), "99999999999999999999999999999999")) {
      assertRefused("0,1," + number, "line 1", "has a number of 2^45 or more; use a larger unit");
      assertRefused(number + ",1,1", "line 1", "has a number of 2^45 or more; use a larger unit");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n\r\n", "# nothing", "a,b,c", "0,1,0\n", "\uFEFF", "   "})
  void shouldRefuseAFileWithoutRows(String csv) throws IOException {
    assertRefused(csv, "has no row; write one for each pair, ", "as in 0,5,100");
  }

  @Test
  void shouldShowTheBeginningOfALongLineAsText() throws IOException {
    final String message = refusal(file("0,1,5\n" + "\u001B[31m" + "x".repeat(1_000_000)));
    assertTrue(message.startsWith("line 2, \"?[31mxxx"), message);
    assertTrue(message.length() < 200, message);
  }

  // ------------------------------------------------------------------------- a line for each node

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 7 0 0 100\n0 0 0 0 0 0\n0 0 0 0 0 0\n1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n",
        "# of numpy\n0,0,7,0,0,100\n0,0,0,0,0,0\n\n0,0,0,0,0,0\r\n1,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0",
        "\uFEFF0 0 7e0 0 0 1.000e+02\n0 0 0 0 0 0\n0 0 0 0 0 0\n1.00 0 0 0 0 0.0\n0 0 0 0 0 0\n0 0 0 0 0 0",
        "0, 0, 0.07, 0, 0, 1\n0\t0 0 0 0 0\n0 0 0 0 0 0\n.01 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0",
      })
  void shouldReadALineForEachNode(String lines) throws IOException {
    assertEquals(List.of("0,2,7", "0,5,100", "3,0,1"), read(lines));
  }

  @Test
  void shouldNameTheLineOfWhatIsWrongWithAMatrix() throws IOException {
    final String line = "0 0 7 0 0 100\n";
    final String none = "0 0 0 0 0 0\n";
    assertRefused(line, "has 1 lines of numbers, but the machine has 6 nodes; ", "each node");
    assertRefused(line + "0 0\n", "line 2, \"0 0\", has 2 numbers; write 6, ", "each node");
    assertRefused(
        line + "0 0 0 0 0 0 1", "line 2, ", "is not a line of 6 numbers, one for each node");
    assertRefused(line + "0 0 x 0 0 0", "line 2, ", "has a word in column 3 that is not a number");
    assertRefused(line + "0 0 -1 0 0 0", "line 2, ", "has a negative number in column 3");
    assertRefused(
        line + "0 1 0 0 0 0", "line 2, ", "send to itself, which needs no network; write 0 there");
    assertRefused(line + none.repeat(6), "line 7, ", "the machine has 6");
    assertRefused(none.repeat(6), "has no number above 0", "");
    assertRefused(
        "0 1e14 0 0 0 0\n" + none.repeat(5), "has a sum of 2^45 or more; ", "a larger unit");
    assertRefused("0 1e999999999 0 0 0 0\n" + none, "line 1, ", "decimals in column 2; round it");
    assertRefused(
        "0 1 1e-15 0 0 0\n" + none.repeat(5), "has numbers with up to 15 decimals, ", "fewer");
  }

  // ------------------------------------------------------------------------------- the file itself

  @Test
  void shouldRefuseAFileThatHasChanged() throws IOException {
    final InputFile file = file(ROWS);
    Files.writeString(file.path(), ROWS + "3,1,1\n");
    assertEquals("cannot be read: its content has changed since the study was read", refusal(file));
    Files.writeString(file.path(), ROWS);
    assertEquals(108, MatrixFile.read(file, WorkloadKeys.MATRIX, NODES).total());
    Files.delete(file.path());
    assertTrue(refusal(file).startsWith("cannot be read: "));
  }

  @Test
  void shouldRefuseAFileOfMoreThanHalfAGigabyteUnread() throws IOException {
    final InputFile file = file(ROWS);
    try (var channel = Files.newByteChannel(file.path(), java.nio.file.StandardOpenOption.WRITE)) {
      channel.position(1L << 29);
      channel.write(StandardCharsets.US_ASCII.encode("\n"));
    }
    final String problem = "it has more than 512 MiB, the most that is read";
    assertEquals("cannot be read: " + problem, refusal(file));
    assertEquals(problem, assertThrows(IOException.class, () -> file.bytes()).getMessage());
  }

  @Test
  @Tag("slow")
  void shouldRefuseMoreThanTenMillionRows() throws IOException {
    final Path path = directory.resolve("huge.csv");
    try (BufferedWriter writer = Files.newBufferedWriter(path)) {
      for (int row = 0; row <= 10_000_000; row++) {
        writer.write("0,1,1\n");
      }
    }
    final String message = refusal(InputFile.of(path));
    assertTrue(message.startsWith("line 10000001, "), message);
    assertFalse(message.contains("pair"), message);
  }
}
