package io.hopwright.models.measure;

/**
 * How much was where, summed over all nodes and over the ticks of the measured interval, at the end
 * of each tick. A mean is such a sum divided by the ticks of all nodes.
 *
 * @param sourceQueue packets generated that have not entered the network; null if a source is
 *     saturated or does what programs say, and if none was generated
 * @param inFlight packets that have entered the network and have not been delivered
 * @param routerQueue packets that have arrived at a router and have not begun to leave it
 * @param outstandingRequests requests issued that have neither been answered nor given up
 */
public record Occupancy(
    Long sourceQueue, long inFlight, long routerQueue, long outstandingRequests) {}
