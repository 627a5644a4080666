/** State of objects as bytes, for checkpoints of runs. */
package io.hopwright.core.state;
