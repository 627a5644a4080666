/** The live page of a run, on the loopback address of this computer. */
package io.hopwright.runner.watch;
