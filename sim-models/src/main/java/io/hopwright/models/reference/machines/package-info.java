/**
 * Lookup of the reference model of a machine by its name, because machines do not know their
 * reference models.
 */
package io.hopwright.models.reference.machines;
