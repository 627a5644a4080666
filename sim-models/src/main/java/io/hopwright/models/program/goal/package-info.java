/** Graphs of operations as GOAL has them, read and written. */
package io.hopwright.models.program.goal;
