/**
 * Reference models of the machines, as naive as possible: objects and plain loops, with every check
 * always on. They serve as oracles: each was written from its machine's page in {@code docs/models}
 * alone, shares no code with the fast model, and must give the same digests ({@code
 * machine.implementation = reference}). They are many times slower on purpose; clear code matters
 * here, speed does not.
 *
 * <p>This package has their common parts, which are not rules of one machine: random numbers,
 * counting, the ideal crossbar that several pages share, and the connection to a run of the
 * program.
 */
package io.hopwright.models.reference;
