/**
 * Strict configuration: HOCON files, read against the parameters that a machine declares, every
 * value with the place it was written at.
 */
@Internal
package io.hopwright.runner.config;

import io.hopwright.runner.support.Internal;
