/**
 * The torus network of BlueGene/L: M. Blumrich, D. Chen, P. Coteus, A. Gara, M. Giampapa, P.
 * Heidelberger, S. Singh, B. Steinmacher-Burow, T. Takken, P. Vranas, "Design and Analysis of the
 * BlueGene/L Torus Interconnection Network", IBM Research Report, 2003. Rules: {@code
 * docs/models/bluegene-l.md}.
 */
package io.hopwright.models.bluegene;
