/** Properties of networks: distances, girth, bisection, connection. */
package io.hopwright.models.topology.analysis;
