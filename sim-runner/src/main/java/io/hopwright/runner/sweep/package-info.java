/** Plans and simulates the points of studies, several at once where that is quicker. */
package io.hopwright.runner.sweep;
