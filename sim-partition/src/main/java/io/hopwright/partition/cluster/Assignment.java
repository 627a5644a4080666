package io.hopwright.partition.cluster;

import io.hopwright.core.window.PartitionPlacement;

/**
 * Task of all members: the configuration to simulate.
 *
 * @param config the resolved configuration, from which each member builds the same simulation
 * @param hash of that configuration
 * @param placement which member simulates which partition
 */
public record Assignment(String config, String hash, PartitionPlacement placement) {}
