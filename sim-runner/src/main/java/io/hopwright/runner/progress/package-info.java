/** What a run shows of itself on standard error while it goes on. */
package io.hopwright.runner.progress;
