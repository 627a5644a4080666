/** The kinds of failure that are not our own fault: the user's input and the environment. */
package io.hopwright.runner.failure;
