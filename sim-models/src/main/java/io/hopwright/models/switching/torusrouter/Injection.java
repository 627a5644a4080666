package io.hopwright.models.switching.torusrouter;

/**
 * What routers have to know of the packets that nodes inject. Immutable; safe for any thread.
 *
 * @param fifos injection FIFOs of a node in use, 0…8; from 6 on they are of high priority
 * @param smallestChunks size of the smallest packets
 * @param broadcasts whether packets may go all the way around a ring
 * @param furtherWords that packets bring beside their {@link TorusPacketWords}, for who receives
 *     them
 */
public record Injection(int fifos, int smallestChunks, boolean broadcasts, int furtherWords) {}
