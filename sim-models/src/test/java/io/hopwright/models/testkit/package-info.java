/** Runs of any machine for tests: settings as a user writes them, splits, interruptions, texts. */
package io.hopwright.models.testkit;
