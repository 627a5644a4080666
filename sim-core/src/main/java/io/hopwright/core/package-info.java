/** The simulation kernel, which knows neither networks nor actors. */
package io.hopwright.core;
