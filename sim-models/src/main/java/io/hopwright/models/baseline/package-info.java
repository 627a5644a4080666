/**
 * The contention-free baseline: the jobs of a run on interfaces and a network where no transfer
 * waits for another. Its rules: {@code docs/models/baseline.md}.
 */
package io.hopwright.models.baseline;
