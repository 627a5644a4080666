/** Where ranks are. */
package io.hopwright.models.program.placement;
