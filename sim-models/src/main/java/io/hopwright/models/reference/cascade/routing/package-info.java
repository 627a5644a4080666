/** The reference Cascade without time: parameters, traffic, packets, and the routes they take. */
package io.hopwright.models.reference.cascade.routing;
