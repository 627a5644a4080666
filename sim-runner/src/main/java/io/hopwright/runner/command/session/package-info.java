/** Call of the program: its streams, its exit code, signals, and the reporting of failures. */
@Internal
package io.hopwright.runner.command.session;

import io.hopwright.runner.support.Internal;
