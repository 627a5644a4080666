/**
 * Common router core of all machines: partitions in two phases per tick, packets in a pool, and
 * links within and between partitions.
 *
 * <p>Two kinds of switches use it: {@link io.hopwright.models.switching.torusrouter}, with
 * receivers, senders and tokens, and {@link io.hopwright.models.switching.crossbar}, with virtual
 * channels and credits.
 */
package io.hopwright.models.switching;
