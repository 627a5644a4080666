/** Machine without a model, for tests of the code around models. */
package io.hopwright.runner.fake;
