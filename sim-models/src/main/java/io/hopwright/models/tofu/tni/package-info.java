/** Network interfaces of a node, and their commands. */
package io.hopwright.models.tofu.tni;
