package io.hopwright.models.reference.cascade;

/**
 * A packet that has reached its NIC.
 *
 * @param tile that it came through
 * @param tick in which it did
 */
record ReferenceReached(ReferenceNicPacket packet, ReferenceTileOutput tile, long tick) {}
