/** The command line, through which every simulation is started. */
package io.hopwright.runner;
