package io.hopwright.partition.wire;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.Standing;
import io.hopwright.partition.wire.proto.Counts;
import io.hopwright.partition.wire.proto.Crossing;
import io.hopwright.partition.wire.proto.WindowBounds;
import io.hopwright.partition.wire.proto.WindowPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns what one member has to tell another at the end of a window into messages that fit a frame.
 * Used once per window and receiver.
 */
public final class WindowWriter {
  /** How large a part may be, in bytes: three quarters of the largest frame. */
  public static final int MAX_PART_BYTES = 192 * 1024;

  private static final int MAX_VARINT_BYTES = 5;
  private static final int SIGNAL_BYTES = MAX_VARINT_BYTES + Integer.BYTES;
  private static final int CROSSING_BYTES = 64;

  private final List<WindowPart.Builder> parts = new ArrayList<>();
  private final int run;
  private final WindowBounds bounds;
  private WindowPart.Builder part;
  private Crossing.Builder crossing;
  private int bytes;

  private WindowWriter(int run, WindowBounds bounds) {
    this.run = run;
    this.bounds = bounds;
    openPart();
  }

  /**
   * Returns the messages, at least one.
   *
   * @param run number of the run
   * @param standing how the sender stands
   * @param routes to the receiver
   */
  public static List<WindowPart> parts(int run, Standing standing, List<Route> routes) {
    final WindowBounds bounds =
        WindowBounds.newBuilder()
            .setNumber(standing.window().number())
            .setFromTick(standing.window().fromTick())
            .setToTick(standing.window().toTick())
            .build();
    final WindowWriter writer = new WindowWriter(run, bounds);
    for (Route route : routes) {
      writer.add(route, route.batch(standing.window().number()));
    }
    return writer.close(standing);
  }

  /** Returns counts as they travel. */
  public static Counts counts(Progress progress) {
    return Counts.newBuilder()
        .setPacketsInjected(progress.packetsInjected)
        .setPacketsDelivered(progress.packetsDelivered)
        .setPacketHops(progress.packetHops)
        .setPacketsOutstanding(progress.packetsOutstanding)
        .setPacketsAwaited(progress.packetsAwaited)
        .setEvents(progress.events)
        .build();
  }

  private void openPart() {
    part = WindowPart.newBuilder().setRun(run).setWindow(bounds).setPart(parts.size());
    parts.add(part);
    bytes = 0;
  }

  private void openCrossing(Route route) {
    crossing = part.addCrossingsBuilder().setFromPartition(route.from()).setToPartition(route.to());
    bytes += CROSSING_BYTES;
  }

  /** Makes room for an event of {@code size} bytes at most, in a new part if need be. */
  private void reserve(Route route, int size) {
    if (bytes + size > MAX_PART_BYTES) {
      openPart();
      openCrossing(route);
    }
    bytes += size;
  }

  private void add(Route route, EventBatch batch) {
    if (batch.signals() + batch.packets() == 0) {
      return;
    }
    reserve(route, CROSSING_BYTES);
    openCrossing(route);
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

  private List<WindowPart> close(Standing standing) {
    part.setCounts(counts(standing.progress())).setInterrupted(standing.interrupted());
    if (standing.nextEffectTick() != Long.MAX_VALUE) {
      part.setNextEffectTick(standing.nextEffectTick());
    }
    return parts.stream().map(builder -> builder.setParts(parts.size()).build()).toList();
  }
}
