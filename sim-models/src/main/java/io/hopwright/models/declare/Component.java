package io.hopwright.models.declare;

import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a machine, as a study sees it: its keys. They stand beside the immutable record that
 * the part is read into, once and with all checks between keys, and that all later code uses in
 * their place.
 *
 * @param name what the part is: topology, partition, switch, routing, link, host, workload,
 *     statistics, run
 * @param keys in the order to explain them
 */
public record Component(String name, List<Key<?>> keys) {
  /** Copies the keys. */
  public Component {
    keys = List.copyOf(keys);
  }

  /** Returns a part that has some keys. */
  public static Component of(String name, Key<?>... keys) {
    return new Component(name, List.of(keys));
  }

  /** Returns a part that has more keys, behind those of this one. */
  public Component and(List<Key<?>> more) {
    return new Component(name, Stream.concat(keys.stream(), more.stream()).toList());
  }
}
