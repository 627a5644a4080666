/** The commands of the command line: what they read, what they print, and how they end. */
@Internal
package io.hopwright.runner.command;

import io.hopwright.runner.support.Internal;
