/** What runs where: jobs, their keys, their places and the costs of their software. */
package io.hopwright.models.messaging.jobs;
