package io.hopwright.models.fabric;

/**
 * Class of links of one fabric.
 *
 * @param name name in results
 * @param packetTicks ticks for which a packet keeps the link busy
 * @param hopTicks ticks from a grant to the arrival at the far end
 * @param creditTicks ticks from the departure of a tail from the buffer at the far end until its
 *     credits are usable
 * @param vcFlits capacity of the buffer of each VC at the far end
 */
public record LinkParameters(
    String name, int packetTicks, int hopTicks, int creditTicks, int vcFlits) {}
