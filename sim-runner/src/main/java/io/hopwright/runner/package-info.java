/** Entry point of the command line. */
@Internal
package io.hopwright.runner;

import io.hopwright.runner.support.Internal;
