/** What network interfaces of both kinds share, and the one that is known by its rates. */
package io.hopwright.models.cascade.nic;
