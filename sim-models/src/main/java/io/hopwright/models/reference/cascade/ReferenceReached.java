package io.hopwright.models.reference.cascade;

/**
 * A packet that has reached its NIC.
 *
 * @param tile of the pair that it came through
 * @param tick in which it did
 */
record ReferenceReached(ReferenceNicPacket packet, int tile, long tick) {}
