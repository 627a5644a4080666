/** Simulated time: ticks, and their exact relation to seconds. */
package io.hopwright.core.time;
