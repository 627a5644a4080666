/** What two results differ in, read from their directories alone. */
package io.hopwright.runner.compare;
