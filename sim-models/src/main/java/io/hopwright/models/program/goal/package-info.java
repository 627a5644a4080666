/** GOAL: graphs of operations, read and written. */
package io.hopwright.models.program.goal;
