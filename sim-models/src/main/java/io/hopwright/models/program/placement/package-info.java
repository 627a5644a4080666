/** Placement of ranks on nodes. */
package io.hopwright.models.program.placement;
