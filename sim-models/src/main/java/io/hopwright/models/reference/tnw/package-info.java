/**
 * Reference model of TNW, which simulates tick by tick; written from {@code docs/models/tnw.md}
 * alone.
 */
package io.hopwright.models.reference.tnw;
