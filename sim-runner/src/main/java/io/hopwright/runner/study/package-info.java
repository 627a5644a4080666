/** Studies: what to simulate at which scale, and the published claims to judge the results by. */
package io.hopwright.runner.study;
