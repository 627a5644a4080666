/**
 * Reference model of the BlueGene/L torus, which evaluates every router in every tick; written from
 * {@code docs/models/bluegene-l.md} alone.
 */
package io.hopwright.models.reference.bluegene;
