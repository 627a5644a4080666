/** The ideal machine: LogGOPS, without a network. Its rules: {@code docs/models/ideal.md}. */
package io.hopwright.models.ideal;
