/**
 * Execution of one run: starts a network on an executor, measures the run itself, and projects it
 * on more processors. The packages {@code sweep} and {@code bench} call it.
 */
package io.hopwright.runner.execution;
