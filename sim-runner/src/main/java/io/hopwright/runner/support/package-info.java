/** What everybody uses: kinds of failure, the version and computer, JVMs that this one starts. */
@Internal
package io.hopwright.runner.support;
