/** Networks as lists of routers, nodes and links, independent of their origin. */
package io.hopwright.models.topology.description;
