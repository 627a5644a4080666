/**
 * How a machine declares its keys: name, unit, range, default, source; and how the values of a
 * study are read and refused. Knows nothing of runs and results.
 */
package io.hopwright.models.declare;
