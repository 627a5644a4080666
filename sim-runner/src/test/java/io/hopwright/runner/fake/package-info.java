/** A machine without a model, for tests of everything around models. */
package io.hopwright.runner.fake;
