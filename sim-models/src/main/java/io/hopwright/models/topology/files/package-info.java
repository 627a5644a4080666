/** Readers and writers of network descriptions, and readers of routing tables. */
package io.hopwright.models.topology.files;
