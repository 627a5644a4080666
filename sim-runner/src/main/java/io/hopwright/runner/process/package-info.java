/** JVMs that this one starts, and that end with it. */
package io.hopwright.runner.process;
