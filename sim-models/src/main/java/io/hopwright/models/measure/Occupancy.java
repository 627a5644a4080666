package io.hopwright.models.measure;

/**
 * Sums of occupancies: packets and requests at the end of each tick, added up over all nodes and
 * all ticks of the measured interval. A mean is such a sum divided by the ticks of all nodes.
 *
 * @param sourceQueue packets generated that have not entered the network; null if a source is
 *     saturated or runs programs, or if no packet was generated
 * @param inFlight packets that have entered the network and have not been delivered
 * @param routerQueue packets that have arrived at a router and have not begun to leave it
 * @param outstandingRequests requests issued that have neither been answered nor given up
 */
public record Occupancy(
    Long sourceQueue, long inFlight, long routerQueue, long outstandingRequests) {}
