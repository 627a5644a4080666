/**
 * What hangs on a router, without a machine's name: messages and the segments they go out in, who
 * sends what next, serial servers and buffers, what is outstanding, replies that wait.
 *
 * <p>A <em>message</em> has a source, a number at its source, a birth, a destination and a size in
 * bytes. Which messages there are is given beforehand, and no delivery changes it. When they go out
 * may depend on deliveries: {@link io.hopwright.models.host.Outstanding} and {@link
 * io.hopwright.models.host.Transactions} hold senders back until answers are there, {@link
 * io.hopwright.models.host.Fetches} until memory is read.
 *
 * <p>What has a state is arrays over the units of a partition, or lists and tables that grow with
 * what is in them, and confined to it. What only computes is immutable: messages, segments, maps of
 * addresses, times on links.
 */
package io.hopwright.models.host;
