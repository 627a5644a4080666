/** Random numbers as hashes of what they are for. */
package io.hopwright.core.random;
