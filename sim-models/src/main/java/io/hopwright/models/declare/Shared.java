package io.hopwright.models.declare;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Cache of objects that networks with equal settings share, such as tables of links and routes:
 * built once, and kept as long as a network uses them. Points of a study mostly differ in their
 * load, not in their machine. Safe for any thread.
 *
 * @param <K> settings that determine the object, compared by {@code equals}
 * @param <V> shared object; immutable
 */
public final class Shared<K, V> {
  private final Function<K, V> builder;
  private final Map<K, WeakReference<V>> built = new HashMap<>();

  /** Creates an empty cache. */
  public Shared(Function<K, V> builder) {
    this.builder = builder;
  }

  /** Returns the value for settings; exceptions of the builder reach the caller. */
  public synchronized V of(K settings) {
    built.values().removeIf(reference -> reference.get() == null);
    final WeakReference<V> kept = built.get(settings);
    V value = kept == null ? null : kept.get();
    if (value == null) {
      value = builder.apply(settings);
      built.put(settings, new WeakReference<>(value));
    }
    return value;
  }
}
