/** The naive second model of the ring, written from {@code ring.md} alone. */
package io.hopwright.models.toy.reference;
