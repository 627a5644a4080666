package io.hopwright.partition.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hopwright.core.state.StateImage;
import io.hopwright.partition.wire.proto.State;
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

  /** Cuts a state into parts, at least one. */
  public static void cut(
      int run, long tick, int partition, StateImage state, Consumer<State> receiver) {
    final byte[] bytes = state.toBytes();
    int at = 0;
    do {
      final int count = Math.min(PART_BYTES, bytes.length - at);
      receiver.accept(
          State.newBuilder()
              .setRun(run)
              .setTick(tick)
              .setPartition(partition)
              .setPart(UnsafeByteOperations.unsafeWrap(bytes, at, count))
              .setLast(at + count == bytes.length)
              .build());
      at += count;
    } while (at < bytes.length);
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
