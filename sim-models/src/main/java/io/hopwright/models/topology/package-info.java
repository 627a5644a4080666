/** Topologies, and how they are cut into partitions. */
package io.hopwright.models.topology;
