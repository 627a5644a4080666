/** Commands about programs of ranks and traces. */
@Internal
package io.hopwright.runner.command.trace;

import io.hopwright.runner.support.Internal;
