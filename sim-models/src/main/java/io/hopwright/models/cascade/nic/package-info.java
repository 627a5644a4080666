/** Network interfaces: the common part of both models, and the model by rates. */
package io.hopwright.models.cascade.nic;
