/** Hardware barriers: their plans, and the gates that execute them. */
package io.hopwright.models.tofu.barriers;
