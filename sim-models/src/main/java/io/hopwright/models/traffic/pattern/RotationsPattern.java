package io.hopwright.models.traffic.pattern;

import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.traffic.Rotations;
import java.util.List;

/** Rotations: several rotating shifts at a time, whose random orders all nodes share. */
public final class RotationsPattern extends Pattern {
  /** Number of rotations at a time. */
  public static final Key<Integer> STREAMS =
      Key.integer("workload.streams", 16, 1, 1_024)
          .meaning(
              "for rotations: number of rotations in progress at the same time; a"
                  + " rotation sends each node one message")
          .source(
              "ASSUMED: one per core, two sockets of eight; the paper does not give the"
                  + " number of messages in flight");

  RotationsPattern() {
    super(
        "rotations",
        "each node to every other node in several rotating shifts at a time, whose random orders"
            + " are the same for all nodes");
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(STREAMS);
  }

  @Override
  Sources read(Reading in) {
    return read(in.settings(), in.space(), 1);
  }

  /** Reads the sources if each message is sent as several packets that count separately. */
  public Sources read(Settings settings, NodeSpace space, int packets) {
    final Reading in = new Reading(settings, space);
    final int streams = in.get(STREAMS);
    return Sources.atStart(
        in,
        new Rotations(
            new KeyedPermutation(Purpose.ROTATION.draws(in.seed()), in.nodes() - 1),
            in.nodes(),
            streams,
            packets),
        Rotations.packets(in.nodes(), streams, packets));
  }
}
