/** Finds the reference model of a machine by its name, as no machine knows its own. */
package io.hopwright.models.reference.machines;
