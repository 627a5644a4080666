/**
 * How ranks run: their processors, matching, transfers, queues, and the transports that machines
 * bring.
 */
package io.hopwright.models.messaging.ranks;
