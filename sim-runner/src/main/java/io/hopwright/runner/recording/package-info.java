/** The directory that a run leaves behind, and the documents in it. */
@Internal
package io.hopwright.runner.recording;

import io.hopwright.runner.support.Internal;
