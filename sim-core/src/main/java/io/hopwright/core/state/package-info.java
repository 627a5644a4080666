/** The state of objects as bytes, for runs that go on later. */
package io.hopwright.core.state;
