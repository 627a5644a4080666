/** Barriers by hardware: their plans, and the gates that run them. */
package io.hopwright.models.tofu.barriers;
