/** Statistics of a run: digests, distributions and series that add up over partitions. */
package io.hopwright.core.statistics;
