package io.hopwright.partition.wire;

import io.hopwright.partition.wire.proto.WireMessage;

/**
 * A message as it comes from another JVM.
 *
 * @param message what was sent; if it is damaged, what can still be read, at worst nothing
 * @param intact whether its check fits, so that it is what was sent
 */
public record Arrival(WireMessage message, boolean intact) {}
