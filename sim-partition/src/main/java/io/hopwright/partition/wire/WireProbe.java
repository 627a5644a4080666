package io.hopwright.partition.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.proto.WindowPart;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.Arrays;
import java.util.List;

/**
 * What an event costs on its way to another JVM, measured: packed, turned into bytes and back, and
 * unpacked; without what Akka and the network do with the bytes.
 *
 * @param nanos per event
 * @param bytes per event
 */
public record WireProbe(double nanos, double bytes) {
  private static final int EVENTS = 4_000;
  private static final int WINDOWS = 400;
  private static final int ROUNDS = 7;

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
    final WindowReader reader = new WindowReader(List.of(arrival), 1, 1, standing -> false);
    reader.accept(parts(route, Window.BEFORE_FIRST).get(0));
    final double[] rounds = new double[ROUNDS];
    long bytes = 0;
    long number = 0;
    for (int round = 0; round < ROUNDS; round++) {
      final long start = System.nanoTime();
      for (int i = 0; i < WINDOWS; i++, number++) {
        final Window window = new Window(number, number * windowTicks, (number + 1) * windowTicks);
        fill(route.batch(number), window, packetWords);
        for (WindowPart part : parts(route, window)) {
          final byte[] message = WireMessage.newBuilder().setWindowPart(part).build().toByteArray();
          bytes += message.length;
          reader.accept(parse(message));
        }
      }
      rounds[round] = (System.nanoTime() - start) / (double) (WINDOWS * EVENTS);
    }
    Arrays.sort(rounds);
    return new WireProbe(rounds[ROUNDS / 2], (double) bytes / number / EVENTS);
  }

  private static List<WindowPart> parts(Route route, Window window) {
    return WindowWriter.parts(
        1, new Standing(window, window.toTick(), new Progress(), false), List.of(route));
  }

  private static WindowPart parse(byte[] message) {
    try {
      return WireMessage.parseFrom(message).getWindowPart();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
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
