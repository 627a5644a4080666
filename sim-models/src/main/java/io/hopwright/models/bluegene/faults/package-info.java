/** Parts that have failed, and paths around them. */
package io.hopwright.models.bluegene.faults;
