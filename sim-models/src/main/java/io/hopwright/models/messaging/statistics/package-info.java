/** Measurements of jobs and their ranks: times, shares and tables. */
package io.hopwright.models.messaging.statistics;
