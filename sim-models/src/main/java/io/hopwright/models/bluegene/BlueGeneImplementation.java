package io.hopwright.models.bluegene;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import java.util.ArrayList;
import java.util.List;

/** Implementations of BlueGene/L, among them a variant of the reference model. */
final class BlueGeneImplementation {
  /** Among the implementations: arbitration takes a tick for each of its phases. */
  private static final String PIPELINED = "pipelined";

  private static final Key<Double> GAP_PROBABILITY =
      Key.number("reference.gapProbability", 0, 0, 1)
          .meaning(
              "for machine.implementation = reference and pipelined: probability that a"
                  + " receiver whose packets were all blocked in one tick makes no request in the"
                  + " next")
          .source(
              "Blumrich et al. 2003, section 4: an arbitration gap of the hardware; its size is"
                  + " ASSUMED");

  /** The choice as a part of the machine. */
  static final Component COMPONENT =
      Component.of(
          "reference",
          Implementation.key(
              List.of(
                  Implementation.choice(
                      PIPELINED,
                      "the reference model with one tick for each of the three phases of arbitration,"
                          + " as in hardware"))),
          GAP_PROBABILITY);

  private BlueGeneImplementation() {}

  /** Returns the keys of settings that ask for what their implementation does not know. */
  static List<String> unknown(Settings settings) {
    if (Implementation.isFast(settings)) {
      return settings.get(GAP_PROBABILITY) > 0 ? List.of(GAP_PROBABILITY.name()) : List.of();
    }
    final List<String> keys = new ArrayList<>(Implementation.unknown(settings));
    if (Implementation.of(settings).equals(PIPELINED) && settings.number("link.bitErrorRate") > 0) {
      keys.add("link.bitErrorRate");
    }
    if (settings.word("workload.kind").equals("probe")) {
      keys.add("workload.kind");
    }
    return keys;
  }
}
