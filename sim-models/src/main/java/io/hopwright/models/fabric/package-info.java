/**
 * Networks as values: a topology, classes of links and a routing function make a machine ({@code
 * docs/models/fabric.md}). Everything that such machines share is here once: keys, nodes, bounds,
 * forecast, metrics and tables.
 */
package io.hopwright.models.fabric;
