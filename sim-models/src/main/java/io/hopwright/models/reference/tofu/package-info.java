/**
 * The second model of TofuD, Tofu2 and Tofu, a tick at a time, written from {@code
 * docs/models/tofu.md} alone.
 */
package io.hopwright.models.reference.tofu;
