/** Common helpers: kinds of failure, version and computer, child JVMs. */
@Internal
package io.hopwright.runner.support;
