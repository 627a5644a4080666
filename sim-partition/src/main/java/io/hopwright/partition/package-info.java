/** Partitions of a simulated machine as actors that advance in windows. */
package io.hopwright.partition;
