/** Simulation kernel. It knows neither networks nor actors. */
package io.hopwright.core;
