/** Copies of complete checkpoints at other JVMs, sent in small parts beside the windows. */
package io.hopwright.partition.copies;
