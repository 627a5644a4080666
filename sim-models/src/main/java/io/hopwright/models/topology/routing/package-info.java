/** Routing functions as tables of ports and VCs, and the check that they cannot deadlock. */
package io.hopwright.models.topology.routing;
