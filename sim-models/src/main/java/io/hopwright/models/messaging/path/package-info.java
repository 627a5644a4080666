/** Critical paths of jobs: what ranks waited for, and the chain from a job's end to its start. */
package io.hopwright.models.messaging.path;
