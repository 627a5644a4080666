/** Jobs: their keys, their placement and the costs of their software. */
package io.hopwright.models.messaging.jobs;
