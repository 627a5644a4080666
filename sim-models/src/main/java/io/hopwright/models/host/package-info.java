/**
 * Building blocks of nodes at routers, independent of the machine: messages and their segments,
 * choice of the next sender, serial servers and buffers, outstanding requests, waiting replies.
 *
 * <p>A <em>message</em> has a source, a number at its source, a generation time, a destination and
 * a size in bytes. The messages are given beforehand, and no delivery changes them. The time at
 * which they are sent can depend on deliveries: {@link io.hopwright.models.host.Outstanding} and
 * {@link io.hopwright.models.host.Transactions} hold senders back until answers have arrived,
 * {@link io.hopwright.models.host.Fetches} until memory has been read.
 *
 * <p>Objects with a state consist of arrays over the units of a partition, or of lists and tables
 * that grow with their contents, and are confined to it. Objects that only compute are immutable:
 * messages, segments, address maps, times on links.
 */
package io.hopwright.models.host;
