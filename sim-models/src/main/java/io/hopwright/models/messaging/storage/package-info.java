/** Plain stores of numbers: reusable entries, tables by pair, and a heap. */
package io.hopwright.models.messaging.storage;
