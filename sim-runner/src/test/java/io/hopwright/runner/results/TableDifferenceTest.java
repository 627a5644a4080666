package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableDifferenceTest {
  private static final String HEAD = "node,port,busy [ticks],share\n";

  @TempDir private Path directory;
  private int files;

  private StoredTable table(String text) throws IOException {
    return StoredTable.open(Files.writeString(directory.resolve(files++ + ".csv"), text));
  }

  private TableDifference compare(String a, String b) throws IOException {
    return TableDifference.of(table(a), table(b));
  }

  @Test
  void shouldNameTheFirstRowAndTheLargestDifferences() throws IOException {
    final TableDifference found =
        compare(
            HEAD + "0,x+,5,0.5\n0,x-,7,0.7\n1,x+,9,0.9\n",
            HEAD + "0,x+,5,0.5\n0,x-,8,0.7\n1,x+,4,\n");
    assertFalse(found.agrees());
    assertEquals(2, found.differingRows());
    assertEquals(
        List.of(new TableDifference.Cell("node 0, port x-", "busy [ticks]", "7", "8")),
        found.first());
    assertEquals(
        List.of(new TableDifference.Cell("node 1, port x+", "busy [ticks]", "9", "4")),
        found.largest());
    assertEquals(-5, found.largest().get(0).difference());
  }

  @Test
  void shouldTellColumnsAndRowsThatOneHasAlone() throws IOException {
    final TableDifference found = compare("from,a,b\n0,1,2\n10,1,2\n", "from,b,c\n0,2,3\n");
    assertEquals(List.of("a"), found.columnsOnlyInA());
    assertEquals(List.of("c"), found.columnsOnlyInB());
    assertEquals(2, found.rowsOfA());
    assertEquals(1, found.rowsOfB());
    assertEquals(0, found.differingRows());
    assertFalse(found.agrees());
  }

  @Test
  void shouldNumberRowsWithoutNames() throws IOException {
    final TableDifference found = compare("tick,node\n1,5\n2,5\n", "tick,node\n1,5\n3,6\n");
    assertEquals("row 2", found.first().get(0).where());
    assertEquals(List.of(), found.largest());
    assertTrue(compare("a,b\n1,2\n", "a,b\n1,2\n").agrees());
  }

  /** Time lines are such tables if their bins have different lengths. */
  @Test
  void shouldNumberRowsWhoseFirstColumnsAreThoseOfOthers() throws IOException {
    final String head = "job,fromTick,toTick,wait\n";
    final TableDifference found =
        compare(head + "a,0,10,0.1\na,10,20,0.2\n", head + "a,0,5,0.1\na,5,10,0.3\n");
    assertEquals(2, found.differingRows());
    assertEquals("row 1", found.first().get(0).where());
    assertEquals(List.of(), found.largest());
  }
}
