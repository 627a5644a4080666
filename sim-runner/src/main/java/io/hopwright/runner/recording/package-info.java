/** The directory that a run leaves behind, and the documents in it. */
package io.hopwright.runner.recording;
