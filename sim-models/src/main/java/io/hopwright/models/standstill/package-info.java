/**
 * Deadlock analysis: waiting queues and ranks of a run in which nothing can move, and the cycle of
 * waits ({@code docs/results.md}, "Runs that stop").
 */
package io.hopwright.models.standstill;
