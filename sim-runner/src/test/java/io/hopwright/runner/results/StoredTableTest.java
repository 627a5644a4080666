package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTableTest {
  private static final String WHOLE = "a [ticks],b\n1,2\n3,4\n";

  @TempDir private Path directory;

  private StoredTable table(String name, String text) throws IOException {
    return StoredTable.open(Files.writeString(directory.resolve(name), text));
  }

  @Test
  void shouldReadTwoTablesSideBySide() throws IOException {
    final StoredTable longer = table("x.csv", WHOLE);
    final StoredTable shorter = table("y.csv", "c\n7\n");
    final List<String> read = new ArrayList<>();
    assertArrayEquals(
        new long[] {2, 1},
        longer.pairs(shorter, (mine, others, row) -> read.add(row + " " + mine + others)));
    assertEquals(List.of("1 [1, 2][7]"), read);
    assertArrayEquals(new long[] {1, 2}, shorter.pairs(longer, (mine, others, row) -> {}));
  }

  @Test
  void shouldTellWhetherTablesAreTheSame() throws IOException {
    final StoredTable table = table("x.csv", WHOLE);
    assertTrue(table.same(table("y.csv", WHOLE)));
    assertFalse(table.same(table("z.csv", WHOLE + "5,6\n")));
    assertEquals("x.csv", table.name());
    assertEquals(
        List.of("a [ticks]", "b"),
        table.columns().stream().map(StoredTable.Column::heading).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,b", "a,b\n1,2\n3", "a,b\n1,2\n3\n", "a,b\n1,2,3\n"})
  void shouldRefuseWhatIsCutOff(String text) throws IOException {
    final StoredTable whole = table("x.csv", WHOLE);
    assertRefused(() -> table("y.csv", text).rows(row -> assertEquals(2, row.fields().size())));
    assertRefused(() -> table("y.csv", text).pairs(whole, (mine, others, row) -> {}));
    assertRefused(() -> whole.pairs(table("y.csv", text), (mine, others, row) -> {}));
  }

  private void assertRefused(org.junit.jupiter.api.function.Executable reading) {
    final String message = assertThrows(InputException.class, reading).getMessage();
    assertTrue(message.startsWith(directory.resolve("y.csv") + ": "), message);
  }
}
