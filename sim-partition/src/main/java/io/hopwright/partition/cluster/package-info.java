/**
 * One run over several JVMs: a seed and its workers find each other, agree about what to simulate,
 * go from window to window together, and notice when one of them is lost.
 */
package io.hopwright.partition.cluster;
