/**
 * A switch whose packets wait at its inputs, with virtual cut-through and separable allocators
 * ({@code docs/models/vc-router.md}). Ports, links, endpoints and statistics are those of {@link
 * io.hopwright.models.switching.crossbar}.
 */
package io.hopwright.models.switching.vcrouter;
