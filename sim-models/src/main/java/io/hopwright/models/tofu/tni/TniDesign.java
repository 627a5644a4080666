package io.hopwright.models.tofu.tni;

import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.TofuFrames;

/**
 * Network interfaces of a node, and its host ({@code docs/models/tofu.md}, "Network interfaces").
 *
 * @param keys settings of the study
 * @param generation generation of the machine
 * @param injectionTicks ticks from issue to arrival at the router's input
 * @param ejectionTicks ticks from the grant of an output until the first byte is in the interface
 * @param postTicks ticks until a descriptor can be fetched
 * @param sendTicks ticks until the first packet can be issued
 * @param receiveTicks ticks from the last byte until the packet is checked
 * @param writeTicks ticks until its data are written
 * @param pollTicks ticks until the processor has seen them
 * @param bus between processor and interfaces
 */
public record TniDesign(
    TofuHost.Keys keys,
    Generation generation,
    int injectionTicks,
    int ejectionTicks,
    int postTicks,
    int sendTicks,
    int receiveTicks,
    int writeTicks,
    int pollTicks,
    ProcessorBus bus) {

  /** Returns the ticks from generation until a message's first packet may be issued. */
  public int leadTicks() {
    return postTicks + sendTicks;
  }

  /** Returns the ticks from the last byte of data to their delivery. */
  public int tailTicks() {
    return receiveTicks + writeTicks + pollTicks;
  }

  /** Returns the ticks of a frame with some data. */
  public int frameTicks(int data) {
    return TofuFrames.ticks(generation, TofuFrames.units(data));
  }

  /** Returns the ticks that a packet needs from issue to its last byte, past the bus. */
  private long crossingTicks(int hops, int hopTicks, int data) {
    return injectionTicks
        + (long) hops * hopTicks
        + ejectionTicks
        + frameTicks(data)
        + bus.ticks(data);
  }

  /**
   * Returns the ticks at zero load, from its generation, until a packet has moved some bytes over
   * the given number of links in each direction.
   */
  public long zeroLoadTicks(TniOperation operation, int hops, int hopTicks, int moved) {
    final long there = crossingTicks(hops, hopTicks, operation.requestData(moved));
    final long oneWay = leadTicks() + there + tailTicks();
    return operation == TniOperation.PUT
        ? oneWay
        : oneWay
            + receiveTicks
            + (operation == TniOperation.ARMW ? keys.atomicTicks() : 0)
            + sendTicks
            + crossingTicks(hops, hopTicks, operation.answerData(moved));
  }
}
