/** Reference model of the ideal machine, written from {@code docs/models/ideal.md} alone. */
package io.hopwright.models.reference.ideal;
