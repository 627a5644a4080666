/**
 * Link protocols: flow control, and retransmission of damaged packets.
 *
 * <p>Flow control limits a sender to the free space of the receiver. Both kinds are described in
 * the same terms: the units <em>spent</em> when a packet is granted, when and how they are <em>sent
 * back</em>, when they <em>come back</em>, and the state with all units <em>home</em>, as in a
 * network at rest.
 *
 * <ul>
 *   <li>{@link io.hopwright.models.link.Credits}: one per flit, sent back when a tail has left the
 *       buffer, without occupying the link
 *   <li>{@link io.hopwright.models.link.TokenAcks}: one per chunk, sent back in acks that queue for
 *       the link like packets
 * </ul>
 *
 * <p>The state is in the array of the switch, beside other data for the same events. A switch
 * chooses the position and knows its kind of flow control, so that no call goes through an
 * interface. Derived data for arbitration belong to the switch: the torus router keeps the charges
 * of packets, and the sets of outputs with enough tokens, with its other sets ({@code
 * torusrouter.Tokens}). {@link io.hopwright.models.link.PackedCounts} holds the counters of all VCs
 * in one word.
 *
 * <p>Retransmission; a link has at most one kind, and all kinds return to the first lost packet:
 *
 * <ul>
 *   <li>{@link io.hopwright.models.link.GoBackN}: the receiver reports good and bad packets
 *   <li>{@link io.hopwright.models.link.NumberedLinks}: the receiver reports good packets only, and
 *       the sender has a time-out
 *   <li>{@link io.hopwright.models.link.Retry}: the protocol is unknown except for one round trip
 *       per bad frame; {@link io.hopwright.models.link.FrameCounts} are its metrics
 * </ul>
 */
package io.hopwright.models.link;
