/** Engines that move data over the tree, their streams, and the flows of a workload. */
package io.hopwright.models.pcie.engines;
