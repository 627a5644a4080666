/** Links and blades that fail, and the ways that are left. */
package io.hopwright.models.cascade.faults;
