/** Marks of tests that guard against a wrong model, and the page generated from these marks. */
package io.hopwright.models.traps;
