package io.hopwright.partition.wire;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.proto.WindowPart;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measured cost of an event on its way to another JVM: packed, converted to bytes with their
 * checksum and back, and unpacked. The work of Akka and the network is not included.
 *
 * @param nanos nanoseconds per event
 * @param bytes bytes per event
 */
public record WireProbe(double nanos, double bytes) {
  private static final int EVENTS = 4_000;
  private static final int WINDOWS = 400;
  private static final int ROUNDS = 7;
  private static final WireSerializer SERIALIZER = new WireSerializer();

  private static final WindowReader.Listener NOBODY =
      new WindowReader.Listener() {
        @Override
        public void through(int partition, long window) {}

        @Override
        public void arrived(Standing standing) {}
      };

  /**
   * Measures; takes a second.
   *
   * @param packetWords words of a packet
   * @param windowTicks length of a window; there are as many signals as packets, which take effect
   *     one to two windows later
   */
  public static WireProbe measure(int packetWords, long windowTicks) {
    final Route route = new Route(1, 0, new EventBatch(), new EventBatch());
    final Route arrival = new Route(1, 0, new EventBatch(), new EventBatch());
    final WindowReader reader = new WindowReader(List.of(arrival), 1, 1, NOBODY);
    final List<WindowPart> parts = new ArrayList<>();
    final WindowWriter writer = new WindowWriter(1, List.of(route), Long.MAX_VALUE, parts::add);
    write(writer, Window.BEFORE_FIRST);
    parts.forEach(reader::accept);
    final double[] rounds = new double[ROUNDS];
    long bytes = 0;
    long number = 0;
    for (int round = 0; round < ROUNDS; round++) {
      final long start = System.nanoTime();
      for (int i = 0; i < WINDOWS; i++, number++) {
        final Window window = new Window(number, number * windowTicks, (number + 1) * windowTicks);
        fill(route.batch(number), window, packetWords);
        parts.clear();
        write(writer, window);
        for (WindowPart part : parts) {
          final WireMessage message = WireMessage.newBuilder().setWindowPart(part).build();
          final byte[] sent = SERIALIZER.toBinary(message);
          bytes += sent.length;
          final Arrival read = (Arrival) SERIALIZER.fromBinary(sent, SERIALIZER.manifest(message));
          reader.accept(read.message().getWindowPart());
        }
      }
      rounds[round] = (System.nanoTime() - start) / (double) (WINDOWS * EVENTS);
    }
    Arrays.sort(rounds);
    return new WireProbe(rounds[ROUNDS / 2], (double) bytes / number / EVENTS);
  }

  private static void write(WindowWriter writer, Window window) {
    writer.through(1, window);
    writer.close(new Standing(window, window.toTick(), new Progress(), false));
  }

  private static void fill(EventBatch batch, Window window, int packetWords) {
    batch.open(window);
    final long length = window.toTick() - window.fromTick();
    for (int event = 0; event < EVENTS / 2; event++) {
      final long tick = window.toTick() + event % length;
      batch.addSignal(tick, event << 12);
      batch.addPacket(tick, event << 12, packetWords);
      for (int word = 0; word < packetWords; word++) {
        batch.setWord(word, event);
      }
    }
  }
}
