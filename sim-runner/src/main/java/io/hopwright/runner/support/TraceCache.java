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

  /** Lets this JVM, and those that it starts, read traces each time. */
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
    final Path file = cache.keepFile(name(asked), conversion::writeTo);
    if (file != null) {
      LISTENER
          .get()
          .accept("converted %s in %.1f s".formatted(trace, (System.nanoTime() - begin) / 1e9));
    }
    return file;
  }
}
