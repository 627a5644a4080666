/** Ideal machine: LogGOPS, without a network. Rules: {@code docs/models/ideal.md}. */
package io.hopwright.models.ideal;
