/** Studies: what to simulate at which scale, and the published claims to judge the results by. */
@Internal
package io.hopwright.runner.study;

import io.hopwright.runner.support.Internal;
