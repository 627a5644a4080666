package io.hopwright.models.program.hwt;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.graph.GraphProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Writer of graphs to a container, rank by rank in any order. The header is written last, so that
 * an unfinished file is not a container. Memory: a buffer, independent of the size of ranks.
 * Confined to one thread.
 */
public final class HwtWriter implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  private final FileChannel file;
  private final int ranks;
  private final long index;
  private final int descriptionLength;
  private final boolean placed;
  private int flags;
  private final ByteBuffer buffer = buffer(BUFFER);

  /** Start of the next section. */
  private long end;

  /** Position of the buffer in the file. */
  private long position;

  /**
   * Creates a file whose operations refer to no places in another file.
   *
   * @param description JSON (docs/models/hwt.md)
   */
  public HwtWriter(Path path, int ranks, String description) throws IOException {
    this(path, ranks, description, GraphProgram.OPERATION);
  }

  /**
   * Creates a file.
   *
   * @param description JSON (docs/models/hwt.md)
   * @param place meaning of the line of an operation: {@link GraphProgram#LINE}, {@link
   *     GraphProgram#BYTE} or, if lines are not kept, {@link GraphProgram#OPERATION}
   */
  public HwtWriter(Path path, int ranks, String description, String place) throws IOException {
    final byte[] json = description.getBytes(StandardCharsets.UTF_8);
    if (json.length > HwtLayout.LONGEST_DESCRIPTION) {
      throw new IllegalArgumentException(json.length + " B of description");
    }
    this.ranks = ranks;
    flags = HwtLayout.flags(place);
    placed = flags != HwtLayout.GRAPHS;
    descriptionLength = json.length;
    index = aligned(HwtLayout.HEADER + (long) json.length);
    end = index + (long) ranks * HwtLayout.ENTRY;
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    put(ByteBuffer.wrap(json), HwtLayout.HEADER);
    // Ranks that nobody writes have no operations.
    position = index;
    for (int rank = 0; rank < ranks; rank++) {
      entry(end, 0, 0, 0);
    }
    flush();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long aligned(long bytes) {
    return bytes + Long.BYTES - 1 & -Long.BYTES;
  }

  private void put(ByteBuffer data, long at) throws IOException {
    long written = 0;
    while (data.hasRemaining()) {
      written += file.write(data, at + written);
    }
  }

  /** Makes space in the buffer, which begins at {@link #position} of the file. */
  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      final int length = buffer.position();
      put(buffer.flip(), position);
      position += length;
      buffer.clear();
    }
  }

  private void flush() throws IOException {
    put(buffer.flip(), position);
    buffer.clear();
  }

  private void entry(long begin, long length, long operations, int marks) throws IOException {
    room(HwtLayout.ENTRY);
    buffer.putLong(begin).putLong(length).putLong(operations);
    buffer.putInt(HwtLayout.GRAPH).putInt(marks);
  }

  /** Writes the operations of a rank. */
  public void rank(int rank, OperationGraph graph) throws IOException {
    final int operations = graph.operations();
    position = end;
    for (CollectiveMark mark : graph.marks()) {
      flags |= HwtLayout.MARKS;
      room(HwtLayout.MARK);
      buffer.putLong(mark.bytes()).putInt(mark.first()).putInt(mark.last());
      buffer.putInt(mark.members()).putInt(HwtLayout.ALGORITHMS.indexOf(mark.algorithm()));
    }
    long successors = 0;
    for (int operation = 0; operation < operations; operation++) {
      final boolean calc = graph.isCalc(operation);
      room(HwtLayout.RECORD);
      buffer.putLong(calc ? graph.picoseconds(operation) : graph.bytes(operation));
      buffer.putInt(calc ? 0 : graph.peer(operation));
      buffer.putInt(calc ? 0 : graph.tag(operation));
      buffer.putLong(HwtLayout.lastLong(successors, graph, operation));
      successors += graph.successors(operation, false) + (long) graph.successors(operation, true);
    }
    for (int operation = 0; operation < operations; operation++) {
      for (int list = 0; list < 2; list++) {
        final int count = graph.successors(operation, list == 1);
        for (int k = 0; k < count; k++) {
          room(Integer.BYTES);
          buffer.putInt(
              graph.successor(operation, list == 1, k) | (list == 1 ? HwtLayout.BEGINNING : 0));
        }
      }
    }
    for (int operation = 0; placed && operation < operations; operation++) {
      room(Integer.BYTES);
      buffer.putInt(graph.line(operation));
    }
    final int marks = graph.marks().size();
    final long length =
        (long) HwtLayout.MARK * marks
            + (long) HwtLayout.RECORD * operations
            + Integer.BYTES * (successors + (placed ? operations : 0));
    flush();
    position = index + (long) rank * HwtLayout.ENTRY;
    entry(end, length, operations, marks);
    flush();
    end = aligned(end + length);
  }

  /** Writes the checks, and then the header. */
  public void finish() throws IOException {
    final ByteBuffer header = buffer(HwtLayout.HEADER);
    header.putLong(HwtLayout.MAGIC).putInt(HwtLayout.VERSION).putInt(flags);
    header.putLong(ranks).putLong(HwtLayout.HEADER).putLong(descriptionLength);
    header.putLong(index).putLong(end).putInt(HwtLayout.ENTRY);
    header.putInt(HwtLayout.HEADER_CHECK_AT, check(header.slice(0, HwtLayout.HEADER_CHECK_AT)));
    // All sections are whole blocks of longs: what is between them is zeros.
    if (file.size() < end) {
      put(ByteBuffer.allocate((int) (end - file.size())), file.size());
    }
    final ByteBuffer block = buffer(HwtLayout.BLOCK);
    position = end;
    for (long from = 0; from < end; from += HwtLayout.BLOCK) {
      block.clear().limit((int) Math.min(HwtLayout.BLOCK, end - from));
      while (block.hasRemaining()) {
        if (file.read(block, from + block.position()) < 0) {
          throw new IOException("it became shorter while it was written");
        }
      }
      if (from == 0) {
        block.rewind();
        block.put(header.duplicate().rewind());
        block.position(block.limit());
      }
      room(Integer.BYTES);
      buffer.putInt(check(block.flip()));
    }
    flush();
    put(header.rewind(), 0);
  }

  /** Returns the CRC-32C of bytes. */
  static int check(ByteBuffer bytes) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
