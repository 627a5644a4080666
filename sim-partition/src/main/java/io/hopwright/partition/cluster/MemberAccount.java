package io.hopwright.partition.cluster;

/**
 * What a worker's process has used up in a run.
 *
 * @param member its number
 * @param address where it listens
 * @param identity what it says of itself
 * @param cpuNanos processor time since its first window
 * @param peakHeapBytes most heap in use, garbage included
 */
public record MemberAccount(
    int member, String address, Identity identity, long cpuNanos, long peakHeapBytes) {}
