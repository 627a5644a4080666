/** The network interface of an Aries: operations, memory, blocks and collectives. */
package io.hopwright.models.cascade.aries;
