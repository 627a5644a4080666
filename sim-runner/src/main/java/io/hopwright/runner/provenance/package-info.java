/** Where a result comes from: the program's version, the JVM and the computer. */
package io.hopwright.runner.provenance;
