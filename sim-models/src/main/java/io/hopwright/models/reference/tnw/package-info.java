/** The second model of TNW, a tick at a time, written from {@code docs/models/tnw.md} alone. */
package io.hopwright.models.reference.tnw;
