/** The event queue of a partition: a timing wheel with far timers. */
package io.hopwright.core.event;
