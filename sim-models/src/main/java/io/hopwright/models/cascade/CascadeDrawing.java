package io.hopwright.models.cascade;

import io.hopwright.models.topology.CircleDrawing;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.topology.Drawing;

/** Drawing of a Cascade: each group is a circle of its Aries, ordered by chassis. */
final class CascadeDrawing {
  private CascadeDrawing() {}

  static Drawing of(Dragonfly topology) {
    return CircleDrawing.of(
        topology,
        "Aries",
        aries ->
            "group "
                + topology.groupOf(aries)
                + ", chassis "
                + topology.chassisOf(aries)
                + ", blade "
                + topology.bladeOf(aries),
        topology::groupOf,
        group -> topology.groups() == 1 ? "" : "group " + group);
  }
}
