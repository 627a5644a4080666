/** Networks as lists of routers, nodes and links, whatever they come from. */
package io.hopwright.models.topology.description;
