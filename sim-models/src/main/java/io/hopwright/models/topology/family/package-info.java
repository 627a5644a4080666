/** Families of networks that are named by a few parameters. */
package io.hopwright.models.topology.family;
