package io.hopwright.models.switching.torusrouter;

/**
 * Properties of injected packets that routers need.
 *
 * @param fifos injection FIFOs of a node in use, 0…8; numbers 6 and above have high priority
 * @param smallestChunks size of the smallest packets
 * @param broadcasts whether packets may go all the way around a ring
 * @param furtherWords words of packets besides their {@link TorusPacketWords}, for the receivers
 */
public record Injection(int fifos, int smallestChunks, boolean broadcasts, int furtherWords) {}
