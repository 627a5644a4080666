package io.hopwright.partition.wire;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.proto.Counts;
import io.hopwright.partition.wire.proto.Crossing;
import io.hopwright.partition.wire.proto.WindowBounds;
import io.hopwright.partition.wire.proto.WindowPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writer of the windows that one member sends to another, as messages that fit into a frame.
 * Thread-safe.
 *
 * <p>The events of a partition are packed as soon as it has completed a window. Half of them are
 * sent while the other half of the partitions is simulated. More messages would cost more than they
 * save; in a short window even the second message does.
 */
public final class WindowWriter {
  /** Largest size of a part in bytes: three quarters of the largest frame. */
  public static final int MAX_PART_BYTES = 192 * 1024;

  private static final int MAX_VARINT_BYTES = 5;
  private static final int SIGNAL_BYTES = MAX_VARINT_BYTES + Integer.BYTES;
  private static final int CROSSING_BYTES = 64;

  private final int run;
  private final long shortNanos;
  private final Consumer<WindowPart> post;
  private final Map<Integer, List<Route>> routesOf = new HashMap<>();
  private WindowBounds bounds;
  private int parts;
  private WindowPart.Builder part;
  private Crossing.Builder crossing;
  private int bytes;
  private int through;
  private long firstThroughNanos;

  /**
   * Creates the writer for one member.
   *
   * @param run number of the run
   * @param routes routes to that member
   * @param shortNanos least time from the completion of the first partition to that of the middle
   *     one, for a window to be sent in halves
   * @param post sends a message
   */
  public WindowWriter(int run, List<Route> routes, long shortNanos, Consumer<WindowPart> post) {
    this.run = run;
    this.shortNanos = shortNanos;
    this.post = post;
    for (Route route : routes) {
      routesOf.computeIfAbsent(route.from(), from -> new ArrayList<>()).add(route);
    }
  }

  /**
   * Sends the events that cross from a partition which has completed {@code window}, with the next
   * message.
   */
  public synchronized void through(int partition, Window window) {
    final List<Route> routes = routesOf.get(partition);
    if (routes == null) {
      return;
    }
    open(window);
    for (Route route : routes) {
      add(route, route.batch(window.number()));
    }
    reserve(MAX_VARINT_BYTES);
    part.addThrough(partition);
    through++;
    if (through == (routesOf.size() + 1) / 2
        && through < routesOf.size()
        && System.nanoTime() - firstThroughNanos >= shortNanos) {
      post();
    }
  }

  /** Sends the rest of the window of {@code standing}, after all partitions have completed it. */
  public synchronized void close(Standing standing) {
    open(standing.window());
    part.getStandingBuilder()
        .setCounts(counts(standing.progress()))
        .setInterrupted(standing.interrupted())
        .setCheckpoint(standing.checkpoint());
    if (standing.nextEffectTick() != Long.MAX_VALUE) {
      part.getStandingBuilder().setNextEffectTick(standing.nextEffectTick());
    }
    post();
    bounds = null;
  }

  /** Returns counts in their form in messages. */
  public static Counts counts(Progress progress) {
    return Counts.newBuilder()
        .setPacketsInjected(progress.packetsInjected)
        .setPacketsDelivered(progress.packetsDelivered)
        .setPacketHops(progress.packetHops)
        .setPacketsOutstanding(progress.packetsOutstanding)
        .setPacketsAwaited(progress.packetsAwaited)
        .setPartitionsUncounted(progress.partitionsUncounted)
        .setRanksRunning(progress.ranksRunning)
        .setForegroundAtWork(progress.foregroundAtWork)
        .setOperationsDone(progress.operationsDone)
        .setLinesKept(progress.linesKept)
        .setEvents(progress.events)
        .build();
  }

  private void open(Window window) {
    if (bounds == null) {
      bounds =
          WindowBounds.newBuilder()
              .setNumber(window.number())
              .setFromTick(window.fromTick())
              .setToTick(window.toTick())
              .build();
      parts = 0;
      through = 0;
      firstThroughNanos = System.nanoTime();
    }
    if (part == null) {
      openPart();
    }
  }

  private void openPart() {
    part = WindowPart.newBuilder().setRun(run).setWindow(bounds).setPart(parts++);
    bytes = 0;
  }

  private void post() {
    post.accept(part.build());
    part = null;
  }

  /** Reserves space for the given number of bytes; returns whether this started a new part. */
  private boolean reserve(int size) {
    final boolean full = bytes + size > MAX_PART_BYTES;
    if (full) {
      post();
      openPart();
    }
    bytes += size;
    return full;
  }

  private void add(Route route, EventBatch batch) {
    if (batch.signals() + batch.packets() == 0) {
      return;
    }
    cross(route);
    final long from = batch.fromTick();
    for (int signal = 0; signal < batch.signals(); signal++) {
      reserve(route, SIGNAL_BYTES);
      crossing.addSignalDelay((int) (batch.signalTick(signal) - from));
      crossing.addSignalEvent(batch.signalEvent(signal));
    }
    final int words = batch.packetWords();
    for (int packet = 0; packet < batch.packets(); packet++) {
      reserve(route, SIGNAL_BYTES + words * Long.BYTES);
      crossing.addPacketDelay((int) (batch.packetTick(packet) - from));
      crossing.addPacketEvent(batch.packetEvent(packet));
      for (int word = 0; word < words; word++) {
        crossing.addPacketWords(batch.packetWord(packet, word));
      }
    }
  }

  /** Reserves space for an event; earlier events can go in a separate message. */
  private void reserve(Route route, int size) {
    if (reserve(size)) {
      cross(route);
    }
  }

  private void cross(Route route) {
    reserve(CROSSING_BYTES);
    crossing = part.addCrossingsBuilder().setFromPartition(route.from()).setToPartition(route.to());
  }
}
