/** Counts of nodes. */
package io.hopwright.models.tnw.statistics;
