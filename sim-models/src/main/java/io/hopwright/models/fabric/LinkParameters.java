package io.hopwright.models.fabric;

/**
 * Class of links of one fabric.
 *
 * @param name in results
 * @param packetTicks for which a packet keeps the link busy
 * @param hopTicks from a grant to the arrival at the far end
 * @param creditTicks from a tail leaving the buffer at the far end until its credits count
 * @param vcFlits capacity of the buffer of each VC at the far end
 */
record LinkParameters(String name, int packetTicks, int hopTicks, int creditTicks, int vcFlits) {}
