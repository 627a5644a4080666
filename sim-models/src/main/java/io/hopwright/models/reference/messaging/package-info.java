/**
 * Reference model of messaging: ranks, their processors, matching and transfers, written from
 * {@code docs/models/messaging.md} alone. The machine below it is a {@link
 * io.hopwright.models.reference.messaging.ReferenceInterface}.
 */
package io.hopwright.models.reference.messaging;
