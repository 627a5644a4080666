package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.network.CascadeRates;

/**
 * Network interfaces and processor tiles.
 *
 * @param injectionTicks from issue to arrival at the router's input
 * @param ejectionTicks from the grant of a processor tile until the packet reaches the NIC
 * @param bufferFlits of the NIC's buffer for arriving packets, per class and processor tile
 * @param tileFlits of the buffer behind a processor tile, per class
 * @param outstanding requests a NIC may have issued and not seen answered
 * @param timeoutTicks after which a request that is not answered is given up, {@link
 *     FaultKeys#NO_TIMEOUT} for never
 * @param rates of tiles and hosts
 */
public record NicDesign(
    int injectionTicks,
    int ejectionTicks,
    int bufferFlits,
    int tileFlits,
    int outstanding,
    long timeoutTicks,
    CascadeRates rates) {
  /** Returns the ticks that requests take of either direction of the host interface, by data. */
  public int[] requestHostTicks() {
    return rates.requestHostTicks();
  }

  /** Returns the ticks from birth to delivery of a request in an empty network. */
  public long zeroLoadTicks(int hops, int hopTicks, int data) {
    return injectionTicks + (long) hops * hopTicks + ejectionTicks + rates.requestHostTicks(data);
  }
}
