/** A call of the program: its streams, its exit code, signals, and how failures are reported. */
@Internal
package io.hopwright.runner.command.session;

import io.hopwright.runner.support.Internal;
