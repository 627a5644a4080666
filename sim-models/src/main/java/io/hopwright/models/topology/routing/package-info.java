/** Routing functions as tables of ports and VCs, and the check that they are free of deadlocks. */
package io.hopwright.models.topology.routing;
