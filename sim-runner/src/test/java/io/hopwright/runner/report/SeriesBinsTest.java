package io.hopwright.runner.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.runner.results.StoredTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesBinsTest {
  @TempDir private Path directory;

  /** The expected values are means over equal numbers of rows, taken from the whole series. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 16, 17, 31, 33, 100, 1000})
  void shouldTakeMeansOfNeighbours(int rows) throws IOException {
    final StringBuilder text = new StringBuilder("from [ticks],to [ticks],v\n");
    for (int row = 0; row < rows; row++) {
      text.append(row * 10).append(',').append(row * 10 + 10).append(',').append(row * row);
      text.append('\n');
    }
    final Path file = Files.writeString(directory.resolve("series.csv"), text);
    final SeriesBins bins = SeriesBins.of(StoredTable.open(file), 8);
    int together = 1;
    while ((rows + together - 1) / together > 8) {
      together *= 2;
    }
    assertEquals(together, bins.rowsPerBin());
    assertEquals((rows + together - 1) / together, bins.size());
    for (int bin = 0; bin < bins.size(); bin++) {
      final int first = bin * together;
      final int end = Math.min(rows, first + together);
      double sum = 0;
      for (int row = first; row < end; row++) {
        sum += (double) row * row;
      }
      assertEquals(sum / (end - first), bins.value(bin, "v"), 1e-6 * sum);
      assertEquals(10 * (first + end) / 2.0, bins.time(bin));
    }
  }
}
