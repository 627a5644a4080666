/** Jobs of a machine: what runs where, and how its messages travel. */
package io.hopwright.models.messaging;
