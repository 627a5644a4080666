/** Reference model of EXTOLL, written from {@code docs/models/extoll.md} alone. */
package io.hopwright.models.reference.extoll;
