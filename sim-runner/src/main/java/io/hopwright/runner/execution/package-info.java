/**
 * Execution of one run: starts a network on an executor, measures the run itself, and projects it
 * to more processors. The packages {@code sweep} and {@code bench} call it.
 */
@Internal
package io.hopwright.runner.execution;

import io.hopwright.runner.support.Internal;
