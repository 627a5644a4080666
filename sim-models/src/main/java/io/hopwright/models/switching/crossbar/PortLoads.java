package io.hopwright.models.switching.crossbar;

import io.hopwright.models.tables.LinkPicture;
import io.hopwright.models.tables.LinkPicture.Load;
import java.util.List;

/** What the links of a machine carried, of ports that are counted apart. */
public final class PortLoads implements LinkPicture.Loads {
  private final Load[][] loads;

  /**
   * Gathers the ports of all partitions.
   *
   * @param routers of the machine
   * @param parts what happened on their ports; some may be missing
   * @param ticks of the measured interval
   * @param flitBytes bytes of a flit of the design
   */
  public PortLoads(
      int routers, CrossbarDesign design, List<PortStatistics> parts, double ticks, int flitBytes) {
    loads = new Load[routers][design.links()];
    for (PortStatistics part : parts) {
      for (int router = 0; ticks > 0 && router < part.routers(); router++) {
        final int number = part.router(router);
        for (int port = 0; port < design.links(number); port++) {
          loads[number][port] =
              new Load(part.busyTicks(router, port) / ticks, part.flits(router, port) * flitBytes);
        }
      }
    }
  }

  @Override
  public Load of(int router, int port) {
    return loads[router][port];
  }
}
