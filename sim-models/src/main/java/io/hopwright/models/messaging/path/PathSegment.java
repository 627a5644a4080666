package io.hopwright.models.messaging.path;

/**
 * A part of a critical path.
 *
 * @param event work or transfer of which it is a part, with the ticks of this part, at least one
 */
public record PathSegment(PathShare share, PathEvent event) {
  /** Returns its ticks. */
  public long ticks() {
    return event.toTick() - event.fromTick();
  }
}
