/**
 * What hangs on a router, without a machine's name: messages and the segments they go out in, who
 * sends what next, serial servers and buffers, what is outstanding, replies that wait.
 *
 * <p>A <em>message</em> has a source, a number at its source, a birth, a destination and a size in
 * bytes. What nodes send is given beforehand here: nobody reacts to a delivery. All parts are
 * arrays over the units of a partition, and confined to it.
 */
package io.hopwright.models.host;
