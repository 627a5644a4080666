/**
 * Files of other tools that say what ranks do: the interface of their readers, and what these
 * share.
 */
package io.hopwright.models.program.trace;
