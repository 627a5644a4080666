/**
 * The state of a simulation, saved and restored: one method a part, visitors for both directions.
 */
package io.hopwright.core.state;
