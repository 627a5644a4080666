package io.hopwright.models.traffic;

/**
 * Generation at a single source, one packet at a time, so far apart that no two ever meet.
 *
 * @param source the only sending node
 * @param packets number of packets
 * @param spacingTicks ticks from one packet to the next
 */
public record SpacedBirths(int source, long packets, long spacingTicks) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return source == this.source && sequence < packets ? sequence * spacingTicks : NEVER;
  }
}
