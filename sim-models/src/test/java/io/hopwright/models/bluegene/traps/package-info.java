/**
 * At least one test for every place where a straightforward model of the BlueGene/L torus goes
 * wrong, and the table of them in {@code docs/models/bluegene-l-traps.md}.
 */
package io.hopwright.models.bluegene.traps;
