/** What moves data over the tree: engines, their streams, and the flows of a workload. */
package io.hopwright.models.pcie.engines;
