/** Commands of the command line: their options, output and exit codes. */
@Internal
package io.hopwright.runner.command;

import io.hopwright.runner.support.Internal;
