/**
 * Lookup of the reference model of a machine, because machines do not know their reference models.
 * Most are found by name; that of all fabrics gets the network of the machine.
 */
package io.hopwright.models.reference.machines;
