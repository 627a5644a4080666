/** Failures of links and blades, and the remaining routes. */
package io.hopwright.models.cascade.faults;
