package io.hopwright.models.testkit;

import io.hopwright.models.tables.RunResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.HdrHistogram.Histogram;

/** Complete result as one text, which is equal only for equal results. */
public final class ResultText {
  private ResultText() {}

  /** Returns digest, statistics, series, exported histograms and tables as text. */
  public static String of(RunResult result) {
    final StringBuilder text = new StringBuilder(result.summary().toString());
    text.append('\n').append(result.columns());
    result.rows().forEach(row -> text.append('\n').append(Arrays.toString(row)));
    result
        .histograms()
        .forEach(
            (name, histogram) ->
                text.append('\n')
                    .append(name)
                    .append(" mean ")
                    .append(histogram.mean())
                    .append(' ')
                    .append(export(histogram.histogram())));
    result
        .tables()
        .forEach(
            (name, table) ->
                text.append('\n').append(name).append(table.columns()).append(table.rows()));
    return text.toString();
  }

  private static String export(Histogram histogram) {
    final ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return HexFormat.of().formatHex(bytes.array(), 0, histogram.encodeIntoByteBuffer(bytes));
  }
}
