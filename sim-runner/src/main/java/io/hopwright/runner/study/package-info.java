/**
 * Studies: the simulations at each scale, and the published claims by which the results are judged.
 */
@Internal
package io.hopwright.runner.study;

import io.hopwright.runner.support.Internal;
