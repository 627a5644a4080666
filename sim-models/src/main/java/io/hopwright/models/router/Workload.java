package io.hopwright.models.router;

import io.hopwright.core.random.Draws;
import io.hopwright.models.traffic.Stream;
import java.util.List;

/**
 * What the nodes of a machine send. Immutable; safe for any thread.
 *
 * @param streams kinds of packets; their groups of injection FIFOs follow each other from 0
 * @param ties draws for the direction of packets that go half around a ring
 */
public record Workload(List<Stream> streams, Draws ties) {
  /** Copies the list. */
  public Workload {
    streams = List.copyOf(streams);
  }

  /** Returns the number of injection FIFOs in use. */
  int fifos() {
    return streams.stream().mapToInt(stream -> stream.firstFifo() + stream.fifos()).max().orElse(0);
  }

  /** Returns the size of the smallest packets in chunks. */
  int smallestChunks() {
    return streams.stream().mapToInt(stream -> stream.sizes().smallest()).min().orElse(1);
  }

  /** Tells whether packets are born without end, so that there is no sense in following them. */
  boolean saturated() {
    return streams.stream().anyMatch(stream -> stream.births().saturated());
  }
}
