/** Commands about files of topologies. */
@Internal
package io.hopwright.runner.command.topology;

import io.hopwright.runner.support.Internal;
