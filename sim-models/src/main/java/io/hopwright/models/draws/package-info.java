/** Purposes of random draws. */
package io.hopwright.models.draws;
