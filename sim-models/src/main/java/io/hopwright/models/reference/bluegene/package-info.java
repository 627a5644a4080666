/**
 * A second model of the BlueGene/L torus, as naive as can be: objects and plain loops, every router
 * in every tick, every check always on. An oracle: it was written from {@code
 * docs/models/bluegene-l.md} alone, shares nothing with the fast router, and has to give the same
 * digests ({@code machine.implementation = reference}). A hundred times slower, on purpose; clear
 * code matters here, speed does not.
 */
package io.hopwright.models.reference.bluegene;
