/**
 * Router of a torus: receivers and senders, with virtual-channel FIFOs under token flow control,
 * arbitration in three phases, and links, laid out as flat arrays per partition.
 *
 * <p>Policies are strategies ({@link
 * io.hopwright.models.switching.torusrouter.arbitration.OutputSelection}, {@link
 * io.hopwright.models.switching.torusrouter.arbitration.Arbiter}); packed words are codecs ({@link
 * io.hopwright.models.switching.torusrouter.TorusEventWord}, {@link
 * io.hopwright.models.switching.torusrouter.FifoWord}, {@link
 * io.hopwright.models.switching.torusrouter.TorusPacketWords}, {@link
 * io.hopwright.models.link.PackedCounts}).
 */
package io.hopwright.models.switching.torusrouter;
