/**
 * Runs in which nothing moves any more: what waits for what, and the cycle that it waits in ({@code
 * docs/results.md}, "Runs that stop").
 */
package io.hopwright.models.standstill;
