package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.switching.PacketPool;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FifoWordTest {
  /** Fields of the word, stored separately. */
  private static final class Fields {
    private int first;
    private int last;
    private int charge;
    private int output = FifoWord.NONE;
    private int hints;
    private int trafficClass;

    void check(long word, String name) {
      assertEquals(first, FifoWord.first(word), name);
      assertEquals(last, FifoWord.last(word), name);
      assertEquals(charge, FifoWord.charge(word), name);
      assertEquals(output, FifoWord.output(word), name);
      assertEquals(hints, FifoWord.hints(word), name);
      assertEquals(trafficClass, FifoWord.trafficClass(word), name);
      assertEquals(first == last && output == FifoWord.NONE, FifoWord.hasOnlyOne(word), name);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldChangeEachFieldByItself(long seed) {
    final Random random = new Random(seed);
    final Fields fields = new Fields();
    long word = FifoWord.EMPTY;
    fields.check(word, "empty");
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          fields.first = handle(random);
          fields.last = random.nextBoolean() ? fields.first : handle(random);
          word = FifoWord.withPackets(word, fields.first, fields.last);
        }
        case 1 -> {
          final int charge = random.nextInt(4) == 0 ? 126 : random.nextInt(127);
          word += FifoWord.charged(charge - fields.charge);
          fields.charge = charge;
        }
        case 2 -> {
          fields.output = random.nextInt(8);
          word = FifoWord.withOutput(word, fields.output);
        }
        default -> {
          fields.hints = random.nextInt(64);
          fields.trafficClass = random.nextInt(4);
          word = FifoWord.withRoute(word, fields.hints, fields.trafficClass);
        }
      }
      fields.check(word, "seed " + seed + ", step " + step);
    }
  }

  private static int handle(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> PacketPool.NONE;
      case 1 -> FifoWord.MAX_PACKETS;
      default -> random.nextInt(FifoWord.MAX_PACKETS + 1);
    };
  }

  @Test
  void shouldHoldTheLargestVc() {
    final long word = FifoWord.EMPTY + FifoWord.charged(RouterDesign.MAX_VC_CHUNKS);
    assertEquals(RouterDesign.MAX_VC_CHUNKS, FifoWord.charge(word));
    assertEquals(FifoWord.NONE, FifoWord.output(word));
  }
}
