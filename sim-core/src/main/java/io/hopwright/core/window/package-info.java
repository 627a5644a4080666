/** Windows: the partition contract, the arithmetic of lookahead windows, and who runs them. */
package io.hopwright.core.window;
