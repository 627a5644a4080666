package io.hopwright.runner.support;

import io.hopwright.models.messaging.jobs.GraphStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Converted traces in the user's cache. Another build finds nothing there. */
public final class TraceCache implements GraphStore {
  /** Bytes of all containers. */
  public static final long MOST_BYTES = 4L << 30;

  private static final double SECOND = 1e9;
  private static final long PERIOD_NANOS = 5_000_000_000L;
  private static final String PROPERTY = "hopwright.cache";
  private static final String OFF = "off";

  /** Flag of another JVM that does not use the cache either. */
  private static final String FLAG = "-D" + PROPERTY + "=" + OFF;

  /** Listener of all objects of this class, as {@link java.util.ServiceLoader} creates them. */
  private static final AtomicReference<Consumer<String>> LISTENER =
      new AtomicReference<>(unheard -> {});

  private final UserCache cache;

  /** Opens the user's cache. */
  public TraceCache() {
    this(new UserCache("converted-traces", MOST_BYTES));
  }

  TraceCache(UserCache cache) {
    this.cache = cache;
  }

  /** Makes this JVM, and those that it starts, read traces anew each time. */
  public static void turnOff() {
    System.setProperty(PROPERTY, OFF);
  }

  /** Returns whether traces are read each time. */
  static boolean isOff() {
    return OFF.equals(System.getProperty(PROPERTY));
  }

  /** Returns the flags of JVMs that are started by this one. */
  static String[] flags() {
    return isOff() ? new String[] {FLAG} : new String[0];
  }

  /** Reports conversions to a listener from now on. */
  public static void reportTo(Consumer<String> to) {
    LISTENER.set(to);
  }

  private static String name(String asked) {
    return Hashes.of((Build.simulator() + asked).getBytes(StandardCharsets.UTF_8)) + ".hwt";
  }

  /** Returns the message in the course of a conversion. */
  static String progress(String trace, long done, long all, long nanos) {
    final double left = nanos / SECOND * (all - done) / done;
    return "converting %s: %.0f %%, %.0f s left".formatted(trace, 100.0 * done / all, left);
  }

  @Override
  public Path find(String asked) {
    return isOff() ? null : cache.file(name(asked));
  }

  @Override
  public Path keep(String asked, String trace, long bytes, Conversion conversion) {
    if (isOff()) {
      return null;
    }
    LISTENER
        .get()
        .accept(
            "converting %s (%s MB) into the cache; later runs start at once"
                .formatted(trace, (bytes + 999_999) / 1_000_000));
    final long begin = System.nanoTime();
    final long[] reported = {begin};
    final Path file =
        cache.keepFile(
            name(asked),
            to ->
                conversion.writeTo(
                    to,
                    (done, all) -> {
                      final long now = System.nanoTime();
                      if (done > 0 && now - reported[0] >= PERIOD_NANOS) {
                        reported[0] = now;
                        LISTENER.get().accept(progress(trace, done, all, now - begin));
                      }
                    }));
    if (file != null) {
      LISTENER
          .get()
          .accept("converted %s in %.1f s".formatted(trace, (System.nanoTime() - begin) / SECOND));
    }
    return file;
  }
}
