/**
 * Measurements of runs on every machine: totals with snapshots, a series on a fixed grid,
 * distributions and the digest.
 */
package io.hopwright.models.measure;
