package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.cascade.network.CascadeRates;

/**
 * Design of network interfaces and processor tiles.
 *
 * @param injectionTicks ticks from issue to arrival at the router's input
 * @param ejectionTicks ticks from the grant of a processor tile until the packet reaches the NIC
 * @param bufferFlits NIC's buffer for arriving packets, per class and processor tile
 * @param tileFlits buffer behind a processor tile, per class
 * @param outstanding largest number of unanswered requests of a NIC
 * @param timeoutTicks ticks after which an unanswered request is abandoned; {@link
 *     FaultKeys#NO_TIMEOUT} for never
 * @param rates rates of tiles and hosts
 */
public record NicDesign(
    int injectionTicks,
    int ejectionTicks,
    int bufferFlits,
    int tileFlits,
    int outstanding,
    long timeoutTicks,
    CascadeRates rates) {
  /** Returns the ticks of requests in either direction of the host interface, by data. */
  public int[] requestHostTicks() {
    return rates.requestHostTicks();
  }

  /** Returns the ticks from generation to delivery of a request at zero load. */
  public long zeroLoadTicks(int hops, int hopTicks, int data) {
    return injectionTicks + (long) hops * hopTicks + ejectionTicks + rates.requestHostTicks(data);
  }
}
