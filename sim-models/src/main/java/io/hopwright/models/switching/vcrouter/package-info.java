/**
 * Input-queued switch with virtual cut-through and separable allocators ({@code
 * docs/models/vc-router.md}). Ports, links, endpoints and statistics are shared with {@link
 * io.hopwright.models.switching.crossbar}.
 */
package io.hopwright.models.switching.vcrouter;
