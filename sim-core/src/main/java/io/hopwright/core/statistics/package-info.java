/** What a run counts: digests, distributions and series that add up over partitions. */
package io.hopwright.core.statistics;
