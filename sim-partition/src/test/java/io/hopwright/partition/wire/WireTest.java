package io.hopwright.partition.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Peers;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowedRun;
import io.hopwright.partition.wire.proto.Crossing;
import io.hopwright.partition.wire.proto.WindowPart;
import io.hopwright.partition.wire.proto.WireMessage;
import io.hopwright.testkit.TokenRing;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfer of batches from one member to another. */
class WireTest {
  private static final int FRAME_BYTES = 256 * 1024;
  private static final int RUN = 3;

  /**
   * Partitions 0 and 2 are on member 0, 1 and 3 on member 1; each has two neighbours on the other.
   */
  private static final PartitionPlacement PLACEMENT = PartitionPlacement.of(List.of(0, 1, 0, 1));

  private final WindowedRun<TokenRing.Arc> sender = run(0);
  private final WindowedRun<TokenRing.Arc> receiver = run(1);
  private final WindowReader reader = reader(receiver);

  private static WindowReader reader(WindowedRun<?> receiver) {
    return new WindowReader(
        receiver.inbound(0),
        RUN,
        0,
        new WindowReader.Listener() {
          @Override
          public void through(int partition, long window) {
            receiver.through(partition, window, ready -> {});
          }

          @Override
          public void arrived(Standing standing) {
            receiver.arrived(0, standing);
          }
        });
  }

  /** Returns the messages from member 0 to member 1, as few as possible. */
  private List<WindowPart> parts(Standing standing) {
    return parts(standing, Long.MAX_VALUE);
  }

  private List<WindowPart> parts(Standing standing, long shortNanos) {
    final List<WindowPart> parts = new ArrayList<>();
    final WindowWriter writer = new WindowWriter(RUN, sender.outbound(1), shortNanos, parts::add);
    writer.through(2, standing.window());
    writer.through(0, standing.window());
    writer.close(standing);
    return parts;
  }

  private static WindowedRun<TokenRing.Arc> run(int member) {
    final TokenRing ring =
        new TokenRing(
            1, 60, 4, 30, 40, 400, 18, 97, new TokenRing.End(Long.MAX_VALUE, 0, Long.MAX_VALUE));
    return new WindowedRun<>(ring, new RunMonitor(), PLACEMENT, member, Peers.NONE);
  }

  private static Progress progress(Random random) {
    final Progress progress = new Progress();
    progress.packetsInjected = random.nextLong(1L << 50);
    progress.packetsDelivered = random.nextLong(1L << 50);
    progress.packetHops = random.nextLong();
    progress.packetsOutstanding = random.nextLong(1L << 50);
    progress.packetsAwaited = random.nextLong();
    progress.partitionsUncounted = random.nextInt(1 << 30);
    progress.ranksRunning = random.nextInt(1 << 30);
    progress.foregroundAtWork = random.nextLong();
    progress.operationsDone = random.nextInt(1 << 30);
    progress.linesKept = random.nextInt(1 << 30);
    progress.events = random.nextLong(1L << 50);
    return progress;
  }

  /** Fills the batches to member 1 with random events, at most {@code most} per batch and kind. */
  private void fill(Random random, Window window, int words, int most) {
    for (Route route : sender.outbound(1)) {
      final EventBatch batch = route.batch(window.number());
      batch.open(window);
      for (int signals = random.nextInt(most + 1); signals > 0; signals--) {
        batch.addSignal(window.toTick() + random.nextInt(1 << 20), random.nextInt());
      }
      for (int packets = random.nextInt(most + 1); packets > 0; packets--) {
        batch.addPacket(window.toTick() + random.nextInt(1 << 20), random.nextInt(), words);
        for (int word = 0; word < words; word++) {
          batch.setWord(word, random.nextLong());
        }
      }
    }
  }

  private static long[] content(EventBatch batch) {
    final LongStream.Builder all = LongStream.builder();
    for (int i = 0; i < batch.signals(); i++) {
      all.add(batch.signalTick(i)).add(batch.signalEvent(i));
    }
    all.add(batch.packets());
    for (int i = 0; i < batch.packets(); i++) {
      all.add(batch.packetTick(i)).add(batch.packetEvent(i));
      for (int word = 0; word < batch.packetWords(); word++) {
        all.add(batch.packetWord(i, word));
      }
    }
    return all.add(batch.window()).add(batch.firstEffectTick()).build().toArray();
  }

  private static WindowPart travelled(WindowPart part) {
    final WireSerializer serializer = new WireSerializer();
    final WireMessage message =
        WireMessage.newBuilder().setMember(0).setSequence(1).setWindowPart(part).build();
    final ByteBuffer buffer = ByteBuffer.allocate(FRAME_BYTES);
    serializer.toBinary(message, buffer);
    buffer.flip();
    final Arrival intact = new Arrival(message, true);
    final String manifest = serializer.manifest(message);
    final Arrival read = (Arrival) serializer.fromBinary(buffer, manifest);
    assertEquals(intact, read);
    final byte[] bytes = serializer.toBinary(message);
    assertEquals(message.getSerializedSize() + WireSerializer.CHECK_BYTES, bytes.length);
    assertEquals(intact, serializer.fromBinary(bytes, manifest));
    return read.message().getWindowPart();
  }

  @ParameterizedTest(name = "seed {0}, {1} words, {2} events")
  @CsvSource({
    "1, 0, 10",
    "2, 1, 100",
    "3, 2, 1000",
    "4, 3, 1",
    "5, 2, 30000",
    "6, 7, 5000",
    "7, 3, 60000"
  })
  void shouldCarryWhatCrosses(long seed, int words, int most) {
    final Random random = new Random(seed);
    Window window = Window.BEFORE_FIRST;
    for (int i = 0; i < 4; i++) {
      fill(random, window, words, window.number() < 0 ? 0 : most);
      final Standing standing =
          new Standing(
              window,
              random.nextBoolean() ? Long.MAX_VALUE : window.toTick() + random.nextInt(1000),
              progress(random),
              random.nextBoolean());
      for (WindowPart part : parts(standing, random.nextBoolean() ? 0 : Long.MAX_VALUE)) {
        assertTrue(
            part.getSerializedSize() <= WindowWriter.MAX_PART_BYTES + 1024,
            () -> part.getSerializedSize() + " bytes");
        reader.accept(travelled(part));
      }
      final List<Route> out = sender.outbound(1);
      final List<Route> in = receiver.inbound(0);
      assertEquals(out.size(), in.size());
      for (int route = 0; route < out.size(); route++) {
        assertEquals(out.get(route).from(), in.get(route).from());
        assertEquals(out.get(route).to(), in.get(route).to());
        assertArrayEquals(
            content(out.get(route).batch(window.number())),
            content(in.get(route).batch(window.number())));
      }
      assertEquals(window.number(), receiver.throughWith(0));
      final long from = window.toTick() + random.nextInt(50);
      window = new Window(window.number() + 1, from, from + 18);
    }
  }

  /** The test covers all counts, including any that is added later. */
  @Test
  void shouldCarryEveryCount() throws IllegalAccessException {
    final Progress sent = new Progress();
    long next = 7;
    for (Field count : Progress.class.getFields()) {
      count.setLong(sent, next++);
    }
    final Progress sum = WindowReader.progress(WindowWriter.counts(sent));
    sum.add(sent);
    for (Field count : Progress.class.getFields()) {
      assertEquals(2 * count.getLong(sent), count.getLong(sum), count.getName());
    }
    sum.clear();
    for (Field count : Progress.class.getFields()) {
      assertEquals(0, count.getLong(sum), count.getName());
    }
  }

  @Test
  void shouldSplitWhatExceedsAFrame() {
    fill(new Random(1), Window.BEFORE_FIRST, 3, 100_000);
    final List<WindowPart> parts =
        parts(new Standing(Window.BEFORE_FIRST, 0, new Progress(), false));
    assertTrue(parts.size() > 10, () -> parts.size() + " parts");
    for (int part = 0; part < parts.size(); part++) {
      assertEquals(part, parts.get(part).getPart());
      assertEquals(part == parts.size() - 1, parts.get(part).hasStanding());
    }
  }

  @Test
  void shouldSendHalfOfWhatCrossesBeforeAllPartitionsAreThrough() {
    fill(new Random(1), Window.BEFORE_FIRST, 3, 10);
    final List<WindowPart> parts =
        parts(new Standing(Window.BEFORE_FIRST, 0, new Progress(), false), 0);
    assertEquals(
        List.of(List.of(2), List.of(0)), parts.stream().map(WindowPart::getThroughList).toList());
    assertEquals(List.of(false, true), parts.stream().map(WindowPart::hasStanding).toList());
  }

  @Test
  void shouldSendAShortWindowInOneMessage() {
    fill(new Random(1), Window.BEFORE_FIRST, 3, 10);
    final List<WindowPart> parts =
        parts(new Standing(Window.BEFORE_FIRST, 0, new Progress(), false));
    assertEquals(List.of(List.of(2, 0)), parts.stream().map(WindowPart::getThroughList).toList());
  }

  @Test
  void shouldTellWhichPartitionsAreThroughAsSoonAsItIsKnown() {
    final List<String> news = new ArrayList<>();
    final WindowReader listening =
        new WindowReader(
            receiver.inbound(0),
            RUN,
            0,
            new WindowReader.Listener() {
              @Override
              public void through(int partition, long window) {
                news.add(partition + " through " + window);
              }

              @Override
              public void arrived(Standing standing) {
                news.add("all through " + standing.window().number());
              }
            });
    parts(new Standing(Window.BEFORE_FIRST, 0, new Progress(), false), 0)
        .forEach(listening::accept);
    assertEquals(List.of("2 through -1", "0 through -1", "all through -1"), news);
  }

  /**
   * Returns two windows: one before the first, in which nothing crosses, and one in several parts.
   */
  private List<WindowPart> severalParts() {
    final Random random = new Random(9);
    final List<WindowPart> all = new ArrayList<>();
    all.addAll(parts(new Standing(Window.BEFORE_FIRST, 5, new Progress(), false)));
    final Window window = new Window(0, 5, 23);
    fill(random, window, 2, 20_000);
    all.addAll(parts(new Standing(window, 40, new Progress(), false)));
    assertTrue(all.size() >= 4, all.size() + " parts");
    return all;
  }

  /** Returns errors in the order of parts, as if messages had no numbers. */
  private static List<Consumer<List<WindowPart>>> disorders() {
    return List.of(
        parts -> parts.remove(0),
        parts -> parts.remove(1),
        parts -> parts.remove(2),
        parts -> parts.add(1, parts.get(0)),
        parts -> parts.add(2, parts.get(1)),
        parts -> parts.add(2, parts.remove(1)),
        parts -> parts.add(parts.get(parts.size() - 1)),
        parts ->
            parts.set(
                2,
                parts.get(2).toBuilder()
                    .setWindow(parts.get(2).getWindow().toBuilder().setToTick(22))
                    .build()));
  }

  @ParameterizedTest
  @MethodSource("disorders")
  void shouldRefusePartsLostTwiceOrOutOfOrder(Consumer<List<WindowPart>> disorder) {
    final List<WindowPart> parts = severalParts();
    disorder.accept(parts);
    assertThrows(MalformedMessageException.class, () -> parts.forEach(reader::accept));
  }

  @Test
  void shouldTakeNoWindowForWholeBeforeItsLastPart() {
    final List<WindowPart> parts = severalParts();
    parts.subList(0, parts.size() - 1).forEach(reader::accept);
    assertEquals(-1, receiver.throughWith(0));
  }

  private static WindowPart.Builder good() {
    return WindowPart.newBuilder()
        .setRun(RUN)
        .setWindow(
            io.hopwright.partition.wire.proto.WindowBounds.newBuilder()
                .setNumber(0)
                .setFromTick(5)
                .setToTick(23))
        .addThrough(2)
        .addThrough(0)
        .setStanding(
            io.hopwright.partition.wire.proto.Standing.newBuilder()
                .setNextEffectTick(23)
                .setCounts(WindowWriter.counts(new Progress())))
        .addCrossings(
            Crossing.newBuilder()
                .setFromPartition(0)
                .setToPartition(1)
                .addSignalDelay(18)
                .addSignalEvent(7)
                .addPacketDelay(20)
                .addPacketEvent(8)
                .addPacketWords(9)
                .addPacketWords(10));
  }

  private void beginRun() {
    parts(new Standing(Window.BEFORE_FIRST, 5, new Progress(), false)).forEach(reader::accept);
  }

  @Test
  void shouldAcceptWhatTheOthersAreVariedFrom() {
    beginRun();
    reader.accept(good().build());
    assertEquals(0, receiver.throughWith(0));
    final EventBatch batch = receiver.inbound(0).get(0).batch(0);
    assertEquals(23, batch.signalTick(0));
    assertEquals(25, batch.packetTick(0));
    assertEquals(10, batch.packetWord(0, 1));
  }

  private static List<UnaryOperator<WindowPart.Builder>> mistakes() {
    return List.of(
        part -> part.setRun(RUN + 1),
        part -> part.clearWindow(),
        part -> part.setWindow(part.getWindow().toBuilder().setNumber(1)),
        part -> part.setWindow(part.getWindow().toBuilder().setNumber(-1)),
        part -> part.setWindow(part.getWindow().toBuilder().setToTick(30)),
        part -> part.setPart(1),
        part -> part.clearThrough(),
        part -> part.addThrough(0),
        part -> part.addThrough(1),
        part -> part.setThrough(1, 7),
        part -> part.setThrough(1, -1),
        part -> standing(part, standing -> standing.clearCounts()),
        part -> standing(part, standing -> standing.setNextEffectTick(22)),
        part -> standing(part, standing -> standing.setNextEffectTick(-1)),
        part -> part.addCrossings(Crossing.newBuilder().setFromPartition(0).setToPartition(2)),
        part -> part.addCrossings(Crossing.newBuilder().setFromPartition(1).setToPartition(0)),
        part -> part.addCrossings(Crossing.newBuilder().setFromPartition(9).setToPartition(-3)),
        part -> crossing(part, crossing -> crossing.setSignalDelay(0, 17)),
        part -> crossing(part, crossing -> crossing.setPacketDelay(0, 17)),
        part -> crossing(part, crossing -> crossing.addSignalDelay(18)),
        part -> crossing(part, crossing -> crossing.addSignalEvent(18)),
        part -> crossing(part, crossing -> crossing.addPacketDelay(18)),
        part -> crossing(part, crossing -> crossing.addPacketEvent(18)),
        part -> crossing(part, crossing -> crossing.clearPacketEvent()),
        part ->
            crossing(
                part, crossing -> crossing.addPacketDelay(18).addPacketEvent(18).addPacketWords(1)),
        part -> part.addCrossings(part.getCrossings(0).toBuilder().addPacketWords(1).build()));
  }

  private static WindowPart.Builder standing(
      WindowPart.Builder part,
      Consumer<io.hopwright.partition.wire.proto.Standing.Builder> mistake) {
    mistake.accept(part.getStandingBuilder());
    return part;
  }

  private static WindowPart.Builder crossing(
      WindowPart.Builder part, Consumer<Crossing.Builder> mistake) {
    mistake.accept(part.getCrossingsBuilder(0));
    return part;
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void shouldRefuseWhatMakesNoSense(UnaryOperator<WindowPart.Builder> mistake) {
    beginRun();
    final WindowPart part = mistake.apply(good()).build();
    final MalformedMessageException refused =
        assertThrows(MalformedMessageException.class, () -> reader.accept(part));
    assertTrue(refused.getMessage().startsWith("a message of member 0 "), refused::getMessage);
  }

  @Test
  void shouldRefuseAnEventOfAPartitionThatWasThrough() {
    beginRun();
    reader.accept(good().clearStanding().clearThrough().addThrough(0).build());
    final WindowPart late = good().setPart(1).clearThrough().addThrough(2).build();
    final Exception refused =
        assertThrows(MalformedMessageException.class, () -> reader.accept(late));
    assertTrue(refused.getMessage().contains("partition 0, which was"), refused::getMessage);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldRefuseGarbage(long seed) {
    final Random random = new Random(seed);
    final WireSerializer serializer = new WireSerializer();
    final byte[] good = serializer.toBinary(WireMessage.newBuilder().setWindowPart(good()).build());
    final String manifest = serializer.manifest(WireMessage.getDefaultInstance());
    for (int i = 0; i < 2_000; i++) {
      final byte[] bytes = good.clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      final byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
      final WindowReader fresh = reader(run(1));
      try {
        // A message that can still be read must be refused with a message, or be harmless; no other
        // exception is thrown.
        fresh.accept(((Arrival) serializer.fromBinary(cut, manifest)).message().getWindowPart());
      } catch (MalformedMessageException e) {
        assertFalse(e.getMessage().isEmpty());
      }
    }
    final Arrival nothing = new Arrival(WireMessage.getDefaultInstance(), false);
    assertEquals(nothing, serializer.fromBinary(new byte[] {(byte) 0xff, 1, 2}, manifest));
    assertEquals(nothing, serializer.fromBinary(new byte[0], manifest));
    assertFalse(((Arrival) serializer.fromBinary(good, "java.lang.String")).intact());
  }

  @Test
  void shouldNoticeEveryFlippedBit() {
    final WireSerializer serializer = new WireSerializer();
    final WireMessage message =
        WireMessage.newBuilder().setMember(2).setSequence(9).setWindowPart(good()).build();
    final String manifest = serializer.manifest(message);
    final byte[] bytes = serializer.toBinary(message);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      final byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertFalse(((Arrival) serializer.fromBinary(flipped, manifest)).intact(), "bit " + bit);
    }
    for (int length = 0; length < bytes.length; length++) {
      final byte[] cut = Arrays.copyOf(bytes, length);
      assertFalse(((Arrival) serializer.fromBinary(cut, manifest)).intact(), length + " bytes");
    }
  }

  /** With the .proto file alone, any program can read the content of messages. */
  @Test
  void shouldBeReadableWithTheSchemaAlone() throws Exception {
    final byte[] bytes =
        new WireSerializer()
            .toBinary(WireMessage.newBuilder().setMember(2).setWindowPart(good()).build());
    final DynamicMessage message = DynamicMessage.parseFrom(WireMessage.getDescriptor(), bytes);
    assertEquals(2, field(message, "member"));
    final CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - WireSerializer.CHECK_BYTES);
    assertEquals((int) crc.getValue(), field(message, "check"));
    final DynamicMessage part = (DynamicMessage) field(message, "window_part");
    final DynamicMessage crossing = (DynamicMessage) ((List<?>) field(part, "crossings")).get(0);
    assertEquals(List.of(18), field(crossing, "signal_delay"));
    assertEquals(List.of(9L, 10L), field(crossing, "packet_words"));
    assertTrue(message.getUnknownFields().asMap().isEmpty());
  }

  private static Object field(DynamicMessage message, String name) {
    final FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    return message.getField(field);
  }
}
