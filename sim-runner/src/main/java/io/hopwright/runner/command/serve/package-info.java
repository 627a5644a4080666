/** Server for requests over standard input and output, in JSON lines. Rules: docs/python.md. */
@Internal
package io.hopwright.runner.command.serve;

import io.hopwright.runner.support.Internal;
