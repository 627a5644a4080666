/**
 * The network of a Cascade: its dragonfly, routers, packets, the modes that choose routes, and
 * bounds.
 */
package io.hopwright.models.cascade.network;
