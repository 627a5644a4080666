/** Functional units of a NIC, the devices behind them, and the threads and ranks that use them. */
package io.hopwright.models.extoll.units;
