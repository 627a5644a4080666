/**
 * Windows: the contract of partitions, the arithmetic of lookahead windows, and the run over
 * windows.
 */
package io.hopwright.core.window;
