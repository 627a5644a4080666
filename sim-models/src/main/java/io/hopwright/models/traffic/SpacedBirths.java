package io.hopwright.models.traffic;

/**
 * A single source sends one packet at a time, so far apart that no two ever meet.
 *
 * @param source the only node that sends
 * @param packets how many
 * @param spacingTicks from one birth to the next
 */
public record SpacedBirths(int source, long packets, long spacingTicks) implements Births {
  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return source == this.source && sequence < packets ? sequence * spacingTicks : NEVER;
  }
}
