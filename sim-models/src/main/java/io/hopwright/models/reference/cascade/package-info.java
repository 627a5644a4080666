/**
 * The second model of the Cray Cascade network, an event at a time, written from {@code
 * docs/models/cascade.md} alone.
 */
package io.hopwright.models.reference.cascade;
