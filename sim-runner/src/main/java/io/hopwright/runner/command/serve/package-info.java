/**
 * Server of requests over standard input and output, in JSON lines: docs/python.md has the rules.
 */
@Internal
package io.hopwright.runner.command.serve;

import io.hopwright.runner.support.Internal;
