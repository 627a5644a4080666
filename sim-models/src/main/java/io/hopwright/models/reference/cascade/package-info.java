/**
 * Reference model of the Cray Cascade network, driven by single events; written from its rule pages
 * alone: {@code docs/models/cascade.md}, {@code aries-nic.md} and {@code cascade-faults.md}.
 */
package io.hopwright.models.reference.cascade;
