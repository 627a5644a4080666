/** Random numbers as hashes of their purpose. */
package io.hopwright.core.random;
