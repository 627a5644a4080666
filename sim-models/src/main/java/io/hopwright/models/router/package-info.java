/**
 * The router core: ports with virtual-channel FIFOs under token flow control, arbitration in three
 * phases, and links, laid out as flat arrays per partition.
 *
 * <p>What a policy decides is a strategy ({@link io.hopwright.models.router.Selection}, {@link
 * io.hopwright.models.router.Arbiter}); what a packed word holds is a codec ({@link
 * io.hopwright.models.router.EventWord}, {@link io.hopwright.models.router.FifoWord}, {@link
 * io.hopwright.models.router.PacketWords}, {@link io.hopwright.models.router.Lanes}).
 */
package io.hopwright.models.router;
