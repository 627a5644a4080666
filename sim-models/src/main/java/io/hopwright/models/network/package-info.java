/**
 * The machine {@code network}: a network by name or from a file, simulated as a fabric ({@code
 * docs/models/network.md}).
 */
package io.hopwright.models.network;
