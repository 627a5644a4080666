package io.hopwright.partition.wire;

import io.hopwright.partition.wire.proto.WireMessage;

/**
 * Message as received from another JVM.
 *
 * @param message its contents; of a damaged message the readable rest, possibly nothing
 * @param intact whether its checksum is right
 */
public record Arrival(WireMessage message, boolean intact) {}
