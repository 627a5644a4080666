/** Execution of ranks: processors, matching, transfers, queues, and the transports of machines. */
package io.hopwright.models.messaging.ranks;
