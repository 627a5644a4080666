/** What is counted of nodes. */
package io.hopwright.models.tnw.statistics;
