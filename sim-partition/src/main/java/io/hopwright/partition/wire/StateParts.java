package io.hopwright.partition.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hopwright.core.state.StateImage;
import io.hopwright.partition.wire.proto.State;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * States of partitions in parts that fit into messages, and their reassembly. Confined to one
 * thread at a time.
 */
public final class StateParts {
  /** Largest number of parts that one JVM sends another without a confirmation. */
  public static final int IN_FLIGHT = 8;

  private static final int PART_BYTES = WindowWriter.MAX_PART_BYTES;

  private final Map<Integer, ByteString> open = new HashMap<>();
  private final SortedMap<Integer, StateImage> complete = new TreeMap<>();

  /** Creates an empty collection of states. */
  public StateParts() {}

  /** Cuts a state into parts, at least one. They are copies. */
  public static void cut(
      int run, long tick, int partition, StateImage state, Consumer<State> receiver) {
    int left = state.bytes();
    try (InputStream bytes = state.stream()) {
      do {
        final byte[] part = bytes.readNBytes(Math.min(PART_BYTES, left));
        left -= part.length;
        receiver.accept(
            State.newBuilder()
                .setRun(run)
                .setTick(tick)
                .setPartition(partition)
                .setPart(UnsafeByteOperations.unsafeWrap(part))
                .setLast(left == 0)
                .build());
      } while (left > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds the next part.
   *
   * @throws MalformedMessageException if the state of that partition is complete already
   */
  public void add(State part) {
    final int partition = part.getPartition();
    if (complete.containsKey(partition)) {
      throw new MalformedMessageException("a state of partition " + partition + " came twice");
    }
    final ByteString state = open.getOrDefault(partition, ByteString.EMPTY).concat(part.getPart());
    if (part.getLast()) {
      open.remove(partition);
      complete.put(partition, new StateImage(state.toByteArray()));
    } else {
      open.put(partition, state);
    }
  }

  /** Replaces a complete state by the same one, stored elsewhere. */
  public void replace(int partition, StateImage state) {
    complete.put(partition, state);
  }

  /** Adds complete states. */
  public void addAll(Map<Integer, StateImage> states) {
    complete.putAll(states);
  }

  /** Returns the states that are complete. */
  public SortedMap<Integer, StateImage> complete() {
    return complete;
  }
}
