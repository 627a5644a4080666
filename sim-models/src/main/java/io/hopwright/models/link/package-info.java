/**
 * Flow control of links: what a sender needs before it may send, and how it comes back.
 *
 * <p>Every kind answers the same questions in the same words: what is <em>spent</em> when a packet
 * is granted, when and how it is <em>sent back</em>, when it <em>comes back</em>, and what is
 * <em>home</em> in a network at rest.
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
 * what a packet is charged there, stay with its other sets ({@code torusrouter.Tokens}).
 */
package io.hopwright.models.link;
