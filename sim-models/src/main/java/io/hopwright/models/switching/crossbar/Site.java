package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import java.util.stream.IntStream;

/**
 * Partition as seen by its endpoints. Confined to it.
 *
 * @param design design of its switches
 * @param nodes nodes by local number, in the order of its routers, one of each at first; −1 for a
 *     missing one
 * @param wheel timing wheel of its events
 * @param pool pool of its packets
 * @param measures its measures
 */
@SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
public record Site(
    CrossbarDesign design,
    int[] nodes,
    TimingWheel wheel,
    PacketPool pool,
    Measures<Totals> measures) {
  /** Returns the same partition for other nodes, several at a router. */
  public Site of(int... others) {
    return new Site(design, others, wheel, pool, measures);
  }

  /**
   * Returns the same partition with the nodes behind the ports of its routers; their local numbers
   * are those of {@link PortNodes#of(CrossbarDesign, int...)}.
   *
   * @param machine all nodes of the machine
   */
  public Site of(PortNodes machine) {
    return of(IntStream.of(nodes).flatMap(machine::of).toArray());
  }

  /** Returns the wake-ups of the units of endpoints. */
  public Wakes wakes() {
    return new EventWord(design).wakes(wheel);
  }
}
