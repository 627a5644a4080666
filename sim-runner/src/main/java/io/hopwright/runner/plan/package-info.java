/** What a run will cost in time and memory, and whether it fits this computer. */
package io.hopwright.runner.plan;
