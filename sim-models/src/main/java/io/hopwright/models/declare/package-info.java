/**
 * Declaration of a machine's keys: name, unit, range, default, source; and reading and checking of
 * a study's values. Independent of runs and results.
 */
package io.hopwright.models.declare;
