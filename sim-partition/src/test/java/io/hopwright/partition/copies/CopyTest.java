package io.hopwright.partition.copies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.partition.wire.CopyParts;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.proto.CopyBegin;
import io.hopwright.partition.wire.proto.WireMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender and a receiver of one copy, connected by two threads in place of a network. */
@Timeout(60)
class CopyTest {
  private static final int PART = CopyParts.MOST_BYTES;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String SHA256 = "0123456789abcdef".repeat(4);

  private final Random random = new Random(1);
  private final ExecutorService there = Executors.newSingleThreadExecutor();
  private final ExecutorService back = Executors.newSingleThreadExecutor();
  private final ExecutorService disk = Executors.newSingleThreadExecutor();
  private final FakeKeeper keeper = new FakeKeeper();
  private final CompletableFuture<String> received = new CompletableFuture<>();
  private CopySender sender;
  private CopyReceiver receiver;
  private int unconfirmed;
  private int mostUnconfirmed;

  @AfterEach
  void end() {
    for (ExecutorService thread : List.of(there, back, disk)) {
      thread.shutdownNow();
    }
  }

  /** Keeps one copy in memory, and fails at a given point. */
  private static final class FakeKeeper implements CopyKeeper {
    private final List<ByteArrayOutputStream> files = new ArrayList<>();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private String failsAt = "";
    private boolean present;
    private boolean complete;
    private boolean closed;

    void failAt(String step) throws IOException {
      if (failsAt.equals(step)) {
        throw new IOException("fails at " + step);
      }
    }

    @Override
    public boolean keeps() {
      return true;
    }

    @Override
    public List<Kept> kept() {
      return List.of();
    }

    @Override
    public boolean has(CopyLabel label) {
      return present;
    }

    @Override
    public CopySink begin(CopyLabel label) throws IOException {
      failAt("begin");
      return new CopySink() {
        @Override
        public OutputStream create(int file) throws IOException {
          assertEquals(files.size(), file);
          failAt("create");
          files.add(
              new ByteArrayOutputStream() {
                @Override
                public void write(byte[] bytes, int from, int count) {
                  if (failsAt.equals("write")) {
                    throw new IllegalStateException("fails at write");
                  }
                  if (failsAt.equals("block")) {
                    await(blocked);
                  }
                  super.write(bytes, from, count);
                }
              });
          return files.get(file);
        }

        @Override
        public void complete() throws IOException {
          failAt("complete");
          complete = true;
        }

        @Override
        public void close() {
          closed = true;
        }
      };
    }

    @Override
    public CopySource open(String name, long tick) {
      throw new IllegalStateException();
    }

    @Override
    public void remove(String name) {
      throw new IllegalStateException();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Files in memory, the last of which may be shorter than declared. */
  private record FakeSource(CopyLabel label, List<byte[]> files) implements CopySource {
    @Override
    public InputStream open(int file) {
      return new ByteArrayInputStream(files.get(file));
    }
  }

  private FakeSource source(int... sizes) {
    final List<byte[]> files = new ArrayList<>();
    final List<Long> bytes = new ArrayList<>();
    for (int size : sizes) {
      final byte[] file = new byte[size];
      random.nextBytes(file);
      files.add(file);
      bytes.add((long) size);
    }
    return new FakeSource(new CopyLabel("run", 5, SHA256, bytes), files);
  }

  private String send(CopySource source) {
    sender = sender(source, LIMIT);
    return sender.send();
  }

  private CopySender sender(CopySource source, Duration patience) {
    return new CopySender(7, source, message -> there.execute(() -> arrive(message)), patience);
  }

  private void arrive(WireMessage.Builder message) {
    switch (message.getContentCase()) {
      case COPY_BEGIN -> {
        receiver =
            new CopyReceiver(
                message.getCopyBegin(),
                keeper,
                answer -> back.execute(() -> answer(answer)),
                disk,
                received::complete);
        receiver.begin();
      }
      case COPY_PART -> {
        count(1);
        receiver.part(message.getCopyPart());
      }
      default -> receiver.abandon(message.getCopyEnd().getFailure());
    }
  }

  private void answer(WireMessage.Builder answer) {
    if (answer.hasCopyTaken()) {
      count(-1);
      sender.onTaken();
    } else {
      final String failure = answer.getCopyEnd().getFailure();
      sender.end(failure.isEmpty() ? null : failure);
    }
  }

  private synchronized void count(int more) {
    unconfirmed += more;
    mostUnconfirmed = Math.max(mostUnconfirmed, unconfirmed);
  }

  private void assertKept(FakeSource source) {
    assertTrue(keeper.complete && keeper.closed);
    assertEquals(source.files().size(), keeper.files.size());
    for (int file = 0; file < source.files().size(); file++) {
      assertArrayEquals(source.files().get(file), keeper.files.get(file).toByteArray());
    }
  }

  @Test
  void shouldCopyFilesOfAllSizes() {
    final FakeSource source = source(0, 1, PART - 1, PART, PART + 1, 0, 20 * PART + 3, 0);
    assertNull(send(source));
    assertKept(source);
    assertTrue(mostUnconfirmed <= CopyParts.IN_FLIGHT, () -> "unconfirmed: " + mostUnconfirmed);
  }

  @Test
  void shouldCopyFilesWithoutBytes() {
    final FakeSource source = source(0, 0);
    assertNull(send(source));
    assertKept(source);
  }

  @Test
  void shouldSendNothingThatIsThere() {
    keeper.present = true;
    assertNull(send(source(30 * PART)));
    assertTrue(keeper.files.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"begin", "create", "write", "complete"})
  void shouldSayWhyThereIsNoCopy(String step) {
    keeper.failsAt = step;
    assertEquals("fails at " + step, send(source(30 * PART, 3)));
    assertTrue(!keeper.complete && (keeper.closed || step.equals("begin")));
  }

  @Test
  void shouldAbandonACopyOfAFileThatBecomesShorter() throws Exception {
    final FakeSource source = source(2, 3 * PART);
    source.files().set(1, new byte[2 * PART]);
    assertEquals("cannot be read: file 1 is truncated", send(source));
    assertEquals("abandoned", received.get());
    assertTrue(!keeper.complete && keeper.closed);
  }

  /** A blocked disk gets no more parts than may be unconfirmed. */
  @Test
  void shouldAbandonACopyThatIsNotConfirmed() throws Exception {
    keeper.failsAt = "block";
    sender = sender(source(30 * PART), Duration.ofMillis(50));
    assertEquals("no confirmation for 0 s", sender.send());
    keeper.blocked.countDown();
    assertEquals("abandoned", received.get());
    assertTrue(!keeper.complete && keeper.closed);
    assertEquals(CopyParts.IN_FLIGHT, mostUnconfirmed);
  }

  /** The receiver is lost in the middle of a copy; the sender is notified by its crew. */
  @Test
  void shouldEndWithTheCrew() throws Exception {
    keeper.failsAt = "block";
    final FakeSource source = source(30 * PART);
    sender = sender(source, LIMIT);
    final CompletableFuture<String> sent = CompletableFuture.supplyAsync(sender::send);
    while (countNow() < CopyParts.IN_FLIGHT) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    sender.end("lost member 1");
    assertEquals("lost member 1", sent.get());
    receiver.abandon("lost member 0");
    keeper.blocked.countDown();
    assertEquals("lost member 0", received.get());
    assertTrue(!keeper.complete && keeper.closed);
  }

  private synchronized int countNow() {
    return unconfirmed;
  }

  @Test
  void shouldRefuseMoreBytesThanDeclared() {
    sender = sender(source(4), LIMIT);
    arrive(WireMessage.newBuilder().setCopyBegin(source(4).label().begin(7)));
    receiver.part(CopyParts.of(7, new byte[3]));
    assertThrows(
        MalformedMessageException.class, () -> receiver.part(CopyParts.of(7, new byte[2])));
  }

  @Test
  void shouldRefuseDescriptionsThatAreInvalid() {
    final CopyBegin good = source(1, 2).label().begin(7);
    assertEquals("run", CopyLabel.of(good).name());
    for (CopyBegin.Builder bad :
        List.of(
            good.toBuilder().setName("../run"),
            good.toBuilder().setName(""),
            good.toBuilder().setName(".."),
            good.toBuilder().setName("a/b"),
            good.toBuilder().setName("a".repeat(256)),
            good.toBuilder().setTick(-1),
            good.toBuilder().setSha256("x"),
            good.toBuilder().clearFileBytes(),
            good.toBuilder().addFileBytes(-1),
            good.toBuilder().addFileBytes(Long.MAX_VALUE))) {
      assertThrows(MalformedMessageException.class, () -> CopyLabel.of(bad.build()));
    }
  }

  @Test
  void shouldNameRunsSafely() {
    assertEquals("r-1_a.b", CopyLabel.nameOf("r-1_a.b"));
    assertEquals("_run_1", CopyLabel.nameOf(".run 1"));
    assertEquals("_", CopyLabel.nameOf("."));
    assertTrue(CopyLabel.isName(CopyLabel.nameOf("ü".repeat(400))));
  }
}
