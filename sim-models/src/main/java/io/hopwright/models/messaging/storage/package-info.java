/** Plain stores of numbers: entries used again, tables by pair, and a heap. */
package io.hopwright.models.messaging.storage;
