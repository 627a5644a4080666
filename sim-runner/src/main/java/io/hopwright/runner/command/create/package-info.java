/** Commands that create the starting point of a study or of a machine. */
@Internal
package io.hopwright.runner.command.create;

import io.hopwright.runner.support.Internal;
