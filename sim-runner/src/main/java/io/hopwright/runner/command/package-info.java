/** The commands of the command line: what they read, what they print, and how they end. */
package io.hopwright.runner.command;
