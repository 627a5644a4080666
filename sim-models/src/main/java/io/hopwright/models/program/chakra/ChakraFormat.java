package io.hopwright.models.program.chakra;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.RankFiles;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TracedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Chakra execution traces (docs/models/traces.md, "Chakra"). */
public final class ChakraFormat implements TraceFormat {
  private static final Pattern NAME = Pattern.compile("(.*?)(\\d{1,7})(\\.et)");
  private static final int LONGEST_METADATA = 1 << 20;
  private static final int TEXT_FIELD = 1 << 3 | 2;
  private static final int ATTRIBUTE_FIELD = 2 << 3 | 2;
  private static final int SEVEN_BITS = 0x7F;

  @Override
  public String name() {
    return "a Chakra execution trace";
  }

  /**
   * Returns whether a file begins with metadata: a message after its length, with a version (field
   * 1) and attributes that begin with a name (field 2).
   */
  @Override
  public boolean isOf(FileBeginning beginning) {
    final String bytes = beginning.text();
    final int[] at = {0};
    final long length = varint(bytes, at);
    final long end = Math.min(at[0] + length, bytes.length());
    if (length < 1 || length > LONGEST_METADATA || bytes.isEmpty()) {
      return false;
    }
    if (at[0] + length > bytes.length() && bytes.length() < FileBeginning.BYTES) {
      return false;
    }
    while (at[0] < end) {
      final int field = bytes.charAt(at[0]++);
      final long size = varint(bytes, at);
      if ((field != TEXT_FIELD && field != ATTRIBUTE_FIELD) || size < 0) {
        return false;
      }
      if (field == ATTRIBUTE_FIELD && at[0] < end && bytes.charAt(at[0]) != TEXT_FIELD) {
        return false;
      }
      at[0] += (int) size;
    }
    return at[0] == end || end == bytes.length();
  }

  /** Returns a number of up to 31 bits and goes on behind it; negative if there is none. */
  private static long varint(String bytes, int... at) {
    long value = 0;
    for (int shift = 0; shift < Integer.SIZE && at[0] < bytes.length(); shift += 7) {
      final int next = bytes.charAt(at[0]++);
      value |= (long) (next & SEVEN_BITS) << shift;
      if (next <= SEVEN_BITS) {
        return value < LONGEST_METADATA ? value : -1;
      }
    }
    return -1;
  }

  @Override
  public List<Path> files(String name, Path path) throws IOException {
    return RankFiles.beside(name, path, NAME);
  }

  @Override
  public String place() {
    return GraphProgram.BYTE;
  }

  @Override
  public void pass(String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    final List<Path> files = files(name, path);
    TracedProgram.pass(
        0,
        files.size(),
        rank -> read(files.get(rank)),
        new ChakraGraphs(files.size(), algorithms, false),
        to);
  }

  private static ChakraNodes read(Path file) throws IOException {
    return NodeReader.read(file.getFileName().toString(), file);
  }

  @Override
  public Program read(String name, Path path) throws IOException {
    final List<ChakraNodes> ranks = new ArrayList<>();
    for (Path file : files(name, path)) {
      ranks.add(read(file));
    }
    return new TracedProgram<>(
        name, GraphProgram.BYTE, ranks, how -> new ChakraGraphs(ranks.size(), how, true));
  }
}
