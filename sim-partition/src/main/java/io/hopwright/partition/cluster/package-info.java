/**
 * One run over several JVMs: a seed and its workers find each other, agree about what to simulate,
 * advance from window to window together, and detect the loss of a member.
 */
package io.hopwright.partition.cluster;
