/** How a test is marked as guarding against a wrong model, and the page made of such marks. */
package io.hopwright.models.traps;
