package io.hopwright.runner.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.run.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watch on a job that waits for a long time while another one continues in the background. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForegroundWatchTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);

  @TempDir private Path directory;

  private InputFile program(String name, String text) throws IOException {
    return InputFile.of(Files.writeString(directory.resolve(name), text));
  }

  private Network<?> network(boolean background) throws IOException {
    final Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("machine.nodes", 8L);
    settings.put("jobs.slow.program", program("slow.prog", SLOW));
    settings.put("jobs.slow.ranks", 2L);
    settings.put("jobs.ring.program", program("ring.prog", background ? RING : "barrier"));
    settings.put("jobs.ring.ranks", 4L);
    settings.put("jobs.ring.background", background);
    return new Ideal().network(Settings.of(new Ideal().parameters(), settings));
  }

  /** Rank 1 waits for rank 0, which computes for far longer than a run simulates. */
  private static final String SLOW =
      "if rank == 0 { compute 2000 s; send to 1 8 } else { recv from 0 }\n";

  private static final String RING =
      "forever { sendrecv to (rank + 1) % size 100 from (rank - 1) % size }\n";

  private static void run(Network<?> network, RunMonitor monitor) {
    new SequentialExecutor().run(network, monitor);
  }

  /** Simulates until the watch prints a line, or for the given time. */
  @SuppressWarnings("try") // the watch talks until it is closed
  private static List<String> said(Network<?> network, Duration longest)
      throws InterruptedException {
    final RunMonitor monitor = new RunMonitor();
    final List<String> said = new CopyOnWriteArrayList<>();
    final Consumer<String> talk = said::add;
    final Thread run = new Thread(() -> run(network, monitor));
    try (ForegroundWatch watch = new ForegroundWatch(network, monitor, PATIENCE, talk)) {
      run.start();
      final long end = System.nanoTime() + longest.toNanos();
      while (said.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      Thread.sleep(3 * PATIENCE.toMillis());
    } finally {
      monitor.interrupt();
      run.join();
    }
    return said;
  }

  @Test
  void shouldSayOnceWhatRanksWaitFor() throws Exception {
    final List<String> said = said(network(true), Duration.ofSeconds(60));
    assertEquals(1, said.size(), said::toString);
    assertTrue(
        said.get(0)
            .matches(
                "for 0 s no rank of the awaited jobs has begun an operation: 1 of 2"
                    + " ranks wait, the first: slow rank 1: recv from 0 tag 0 \\(slow.prog:1,"
                    + " since tick \\d+\\) → rank 0; the run continues"),
        said::toString);
  }

  @Test
  void shouldSayNothingWithoutAJobInTheBackground() throws Exception {
    assertEquals(List.of(), said(network(false), PATIENCE.multipliedBy(2)));
  }
}
