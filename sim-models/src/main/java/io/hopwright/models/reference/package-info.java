/**
 * Second models of the machines, as naive as can be: objects and plain loops, every check always
 * on. Oracles: each was written from its machine's page in {@code docs/models} alone, shares
 * nothing with the fast model, and has to give the same digests ({@code machine.implementation =
 * reference}). Many times slower, on purpose; clear code matters here, speed does not.
 *
 * <p>Here lies what they have in common, which is no rule of one machine alone: random numbers,
 * counting, the ideal crossbar that several pages share, and how a run of the program calls them.
 */
package io.hopwright.models.reference;
