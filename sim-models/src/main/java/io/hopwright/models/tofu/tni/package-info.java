/** The network interfaces of a node, and what they are told to send. */
package io.hopwright.models.tofu.tni;
