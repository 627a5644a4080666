package io.hopwright.partition.cluster;

/**
 * Resources that a worker's process has used in a run.
 *
 * @param member number of the member
 * @param address address at which it listens
 * @param identity self-description of the worker
 * @param cpuNanos processor time since its first window
 * @param peakHeapBytes most heap in use, garbage included
 */
public record MemberAccount(
    int member, String address, Identity identity, long cpuNanos, long peakHeapBytes) {}
