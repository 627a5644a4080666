/**
 * Traffic patterns: each a class of its own with its keys, what it needs of a network, and what
 * nodes send ({@code docs/models/patterns.md}).
 */
package io.hopwright.models.traffic.pattern;
