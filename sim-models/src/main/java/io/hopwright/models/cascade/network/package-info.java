/** Network of a Cascade: its dragonfly, routers, packets, routing modes, and bounds. */
package io.hopwright.models.cascade.network;
