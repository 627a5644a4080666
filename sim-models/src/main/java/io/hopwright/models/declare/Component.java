package io.hopwright.models.declare;

import java.util.List;
import java.util.stream.Stream;

/**
 * Component of a machine as a study sees it: a group of keys. The keys are declared beside the
 * immutable record into which the component is read, once and with all checks between keys; later
 * code uses the record.
 *
 * @param name name of the component: topology, partition, switch, routing, link, host, workload,
 *     statistics, run
 * @param keys keys in the order of explanations
 */
public record Component(String name, List<Key<?>> keys) {
  /** Copies the keys. */
  public Component {
    keys = List.copyOf(keys);
  }

  /** Returns a part with the given keys. */
  public static Component of(String name, Key<?>... keys) {
    return new Component(name, List.of(keys));
  }

  /** Returns a part with further keys after those of this one. */
  public Component and(List<Key<?>> more) {
    return new Component(name, Stream.concat(keys.stream(), more.stream()).toList());
  }
}
