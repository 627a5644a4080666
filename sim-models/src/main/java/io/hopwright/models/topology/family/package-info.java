/** Families of networks, specified by a name and a few parameters. */
package io.hopwright.models.topology.family;
