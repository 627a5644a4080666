package io.hopwright.models.tofu.network;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.Routing;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Tofu6D;

/** Routing function: the single route of a packet by its path. Confined to its partition. */
public final class TofuRouting implements Routing {
  private final TofuPaths ways;
  private final TofuRouteWord words;
  private final Vc vcs;
  private final PacketPool pool;
  private final int[] places;

  public TofuRouting(
      Tofu6D machine,
      TofuPaths ways,
      PartitionMap map,
      int partition,
      CrossbarDesign design,
      PacketPool pool) {
    this.ways = ways;
    words = new TofuRouteWord(machine);
    vcs = new Vc(design);
    this.pool = pool;
    places = map.routersOf(partition);
    final CoordinateWord coordinates = new CoordinateWord(machine);
    for (int router = 0; router < places.length; router++) {
      places[router] = coordinates.of(places[router]);
    }
  }

  @Override
  public int route(int router, int input, int packet, long tick) {
    final long word = pool.third(packet);
    final int here = places[router];
    final int inputVc = vcs.vc(pool.place(packet));
    final int firstVc = inputVc & ~1;
    if (!TofuRouteWord.onLastPart(word)) {
      final int port = ways.towardsPath(here, TofuRouteWord.path(word));
      if (port != TofuPaths.THERE) {
        return vcs.of(port, firstVc);
      }
      pool.setThird(packet, TofuRouteWord.withLastPart(word));
    }
    final int link = ways.towards(here, words.destination(word));
    return link == TofuPaths.THERE
        ? vcs.of(Tofu6D.PORTS + TofuRouteWord.tni(word), firstVc >>> 1)
        : vcs.of(TofuPaths.port(link), firstVc + TofuPaths.vc(link, input, inputVc));
  }
}
