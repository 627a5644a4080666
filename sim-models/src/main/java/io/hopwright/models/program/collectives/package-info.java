/** Collectives as functions of member and step. */
package io.hopwright.models.program.collectives;
