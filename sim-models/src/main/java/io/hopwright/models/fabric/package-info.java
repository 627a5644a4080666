/**
 * Networks as values: a topology, classes of links and a routing function make a machine ({@code
 * docs/models/fabric.md}). Common code of such machines: keys, nodes, bounds, forecast, metrics and
 * tables.
 */
package io.hopwright.models.fabric;
