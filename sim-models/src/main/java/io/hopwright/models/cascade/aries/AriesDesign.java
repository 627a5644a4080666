package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.nic.NicDesign;
import io.hopwright.models.host.HostBus;

/**
 * Design of an Aries NIC beyond a {@link NicDesign} ({@code docs/models/aries-nic.md}). Immutable.
 *
 * @param keys settings of the study
 * @param bus bus between NIC and host
 */
public record AriesDesign(AriesKeys keys, HostBus.Costs bus) {
  private static final int SIXTEENTHS = 16;

  /** Bytes of an event, of a fill, and of a write-back. */
  public static final int EVENT_BYTES = 8;

  /** Bytes of a descriptor of the block transfer engine. */
  public static final int DESCRIPTOR_BYTES = 64;

  /** Bytes of a post to the collective engine, and of its result. */
  static final int COLLECTIVE_BYTES = 32;

  /** Bytes of a launch. */
  static final int LAUNCH_BYTES = 16;

  /** Returns how addresses are translated, null if they are not. */
  AriesKeys.Translation translation() {
    return keys.addresses() == AriesKeys.AddressModel.ON ? keys.translation() : null;
  }

  /** Returns the ticks from an issue that takes the bus to the arrival at the router. */
  public int toRouterTicks() {
    return bus.latency() + keys.outTicks();
  }

  /** Returns the ticks of an issue that takes the bus until its packet is at a NIC. */
  public long acrossTicks(long hopTicks) {
    return toRouterTicks() + hopTicks + keys.inTicks();
  }

  /**
   * Returns the ticks from the generation of a request until its work is done, at zero load and
   * without an opening.
   *
   * @param there ticks of the request on links
   * @param back ticks of its response on links
   */
  long zeroLoadTicks(AriesOperation operation, long there, long back, int data) {
    final long read = keys.outTicks() + back + keys.inTicks() + bus.of(data) + bus.latency();
    return acrossTicks(there)
        + switch (operation) {
          case PUT, SCATTER, BTE_PUT, BTE_SEND -> bus.of(data) + bus.latency();
          case GET -> bus.bare() + 2L * bus.latency() + read;
          case BTE_GET -> bus.bare() + bus.latency() + read;
          case AMO -> unitTicks();
          case FETCH_AMO -> unitTicks() + read;
          case COLLECTIVE -> ticks(keys.collective().unitSixteenths()) - bus.latency();
        };
  }

  /** Returns the ticks of the atomic unit for a word in its cache. */
  public int unitTicks() {
    return ticks(keys.atomic().unitSixteenths());
  }

  private static int ticks(int sixteenths) {
    return CascadePackets.ceilDiv(sixteenths, SIXTEENTHS);
  }
}
