package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;

/** Endpoints that store the data of their sites in arrays. Confined to their partition. */
public abstract class NodeEndpoints implements Endpoints {
  /** By local number: the nodes, −1 for a missing one. */
  protected final int[] nodes;

  protected final Vc vcs;
  protected final PacketWords packetWords;
  protected final TimingWheel wheel;
  protected final PacketPool pool;
  protected final Measures<Totals> measures;
  protected final Wakes wakes;

  /** Creates the endpoints behind the routers of a partition. */
  protected NodeEndpoints(Site site) {
    nodes = site.nodes();
    vcs = new Vc(site.design());
    packetWords = new PacketWords(site.design());
    wheel = site.wheel();
    pool = site.pool();
    measures = site.measures();
    wakes = site.wakes();
  }
}
