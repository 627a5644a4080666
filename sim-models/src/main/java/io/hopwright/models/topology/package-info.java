/** Topologies and their partitions. */
package io.hopwright.models.topology;
