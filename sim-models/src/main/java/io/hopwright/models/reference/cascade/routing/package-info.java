/** Untimed part of the reference Cascade: parameters, traffic, packets, and routes. */
package io.hopwright.models.reference.cascade.routing;
