/** Directory of a run's result, and the documents in it. */
@Internal
package io.hopwright.runner.recording;

import io.hopwright.runner.support.Internal;
