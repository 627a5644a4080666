package io.hopwright.runner.recording;

import io.hopwright.core.statistics.TickHistogram;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Adler32;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A file of {@code histograms/}: one distribution in ticks, in the log format of HdrHistogram.
 *
 * <p>Its bytes depend on the distribution alone. The output of HdrHistogram itself depends on the
 * JDK's zlib and on its printing of decimal numbers, both of which have changed between JDKs. So
 * the stream consists of stored blocks (RFC 1951, 3.2.4), which every reader accepts; the encoding
 * in them is short already.
 */
final class HistogramFile {
  private static final byte[] ZLIB_HEADER = {0x78, 0x01};
  private static final int LARGEST_BLOCK = 0xFFFF;

  /** Bytes before a block: the flag of the last one, and twice its length. */
  private static final int BLOCK_HEADER = 5;

  /** Magic number of compressed histograms in the second version of HdrHistogram's encoding. */
  private static final int COMPRESSED = 0x1C849304 | 0x10;

  /** Decimal digits of times in comments: a tick of any machine is much longer than 10⁻¹⁵ s. */
  private static final int DIGITS = 15;

  private HistogramFile() {}

  static byte[] bytes(String name, TickHistogram histogram, double seconds) {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final HistogramLogWriter writer = new HistogramLogWriter(bytes);
    writer.outputComment(
        "[" + name + " of a run of " + decimal(seconds, DIGITS) + " simulated seconds]");
    writer.outputLogFormatVersion();
    writer.outputLegend();
    writer.close();
    bytes.writeBytes(interval(histogram.histogram(), seconds).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** The unit of the values is the tick, and no other one is made of it. */
  private static String interval(Histogram histogram, double seconds) {
    return String.join(
            ",",
            decimal(0, 3),
            decimal(seconds, 3),
            decimal(histogram.getMaxValueAsDouble(), 3),
            Base64.getEncoder().encodeToString(compressed(histogram)))
        + "\n";
  }

  private static String decimal(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }

  /** Returns a histogram as readers want it: as if compressed. */
  private static byte[] compressed(Histogram histogram) {
    final ByteBuffer encoded = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    histogram.encodeIntoByteBuffer(encoded);
    final byte[] stored = stored(Arrays.copyOf(encoded.array(), encoded.position()));
    return ByteBuffer.allocate(2 * Integer.BYTES + stored.length)
        .putInt(COMPRESSED)
        .putInt(stored.length)
        .put(stored)
        .array();
  }

  /** Returns a stream of zlib's whose blocks are not compressed. */
  private static byte[] stored(byte... data) {
    final int blocks = (data.length + LARGEST_BLOCK - 1) / LARGEST_BLOCK;
    final ByteBuffer stream =
        ByteBuffer.allocate(
                ZLIB_HEADER.length + blocks * BLOCK_HEADER + data.length + Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(ZLIB_HEADER);
    for (int from = 0; from < data.length; from += LARGEST_BLOCK) {
      final int length = Math.min(LARGEST_BLOCK, data.length - from);
      final boolean last = from + length == data.length;
      stream.put((byte) (last ? 1 : 0)).putShort((short) length).putShort((short) ~length);
      stream.put(data, from, length);
    }
    final Adler32 sum = new Adler32();
    sum.update(data);
    return stream.order(ByteOrder.BIG_ENDIAN).putInt((int) sum.getValue()).array();
  }
}
