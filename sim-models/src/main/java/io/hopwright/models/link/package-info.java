/**
 * What links do beside carrying packets: flow control, and how damaged packets are sent again.
 *
 * <p>Flow control is what a sender needs before it may send, and how it comes back. Both kinds
 * answer the same questions in the same words: what is <em>spent</em> when a packet is granted,
 * when and how it is <em>sent back</em>, when it <em>comes back</em>, and what is <em>home</em> in
 * a network at rest.
 *
 * <ul>
 *   <li>{@link io.hopwright.models.link.Credits}: counted by the flit, sent back when a tail has
 *       left the buffer, without a place on the link
 *   <li>{@link io.hopwright.models.link.TokenAcks}: counted by the chunk, sent back in acks that
 *       queue for the link like packets
 * </ul>
 *
 * <p>The state is in the array of the switch, beside what the same events touch; a switch says
 * where and knows what kind it has, so that no call goes through an interface. What arbitration
 * makes of it is the switch's: the torus router's sets of outputs for which tokens suffice, and
 * what a packet is charged there, stay with its other sets ({@code torusrouter.Tokens}). {@link
 * io.hopwright.models.link.PackedCounts} are counters of all VCs side by side.
 *
 * <p>Retransmission, of which a link has one kind at most; all go back to the first packet that was
 * lost:
 *
 * <ul>
 *   <li>{@link io.hopwright.models.link.GoBackN}: the receiver says which packet was good or bad
 *   <li>{@link io.hopwright.models.link.NumberedLinks}: it says only what was good, and the sender
 *       waits for that no longer than a time-out
 *   <li>{@link io.hopwright.models.link.Retry}: nothing is known of the protocol but a round trip
 *       for each bad frame; {@link io.hopwright.models.link.FrameCounts} tell of these
 * </ul>
 */
package io.hopwright.models.link;
