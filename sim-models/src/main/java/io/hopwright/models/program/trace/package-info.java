/** Traces of other tools: the interface of their readers, and common parts of these. */
package io.hopwright.models.program.trace;
