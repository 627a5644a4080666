package io.hopwright.models.reference.cascade;

/**
 * Packet that has reached its NIC.
 *
 * @param tile processor tile of its arrival
 * @param tick tick of its arrival
 */
record ReferenceReached(ReferenceNicPacket packet, ReferenceTileOutput tile, long tick) {}
