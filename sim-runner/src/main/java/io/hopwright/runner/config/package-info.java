/**
 * Strict configuration: HOCON files, read against the parameters that a machine declares, with the
 * place in the file of every value.
 */
@Internal
package io.hopwright.runner.config;

import io.hopwright.runner.support.Internal;
