package io.hopwright.models.pcie.tree;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Vc;

/**
 * Routing function: the only route through trees, and the fixed route through the network. Confined
 * to its partition.
 *
 * @param nodes elements of the partition
 */
@SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
public record TreeRouting(PcieElements elements, int[] nodes, Vc vcs, PacketPool pool)
    implements Routing {
  @Override
  public int route(int router, int input, int packet, long tick) {
    final int at = nodes[router];
    final int inputVc = vcs.vc(pool.place(packet));
    final int output = elements.output(at, PciePacketId.destination(pool.first(packet)));
    final int dateline = elements.dateline(at, output, input, inputVc & 1);
    return vcs.of(output, (inputVc & ~1) | dateline);
  }
}
