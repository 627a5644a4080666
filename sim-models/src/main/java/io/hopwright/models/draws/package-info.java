/** What random numbers are drawn for. */
package io.hopwright.models.draws;
