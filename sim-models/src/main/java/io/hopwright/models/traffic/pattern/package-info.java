/**
 * Traffic patterns: a class for each, with its keys, its requirements on a network, and the
 * destinations of nodes ({@code docs/models/patterns.md}).
 */
package io.hopwright.models.traffic.pattern;
