/** Failed components and paths around them. */
package io.hopwright.models.bluegene.faults;
