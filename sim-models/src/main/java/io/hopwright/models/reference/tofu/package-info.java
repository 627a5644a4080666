/**
 * Reference model of TofuD, Tofu2 and Tofu, which simulates tick by tick; written from {@code
 * docs/models/tofu.md} alone.
 */
package io.hopwright.models.reference.tofu;
