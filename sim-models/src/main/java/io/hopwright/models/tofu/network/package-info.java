/** The network of Tofu: its six dimensions, paths, frames, lanes and their errors. */
package io.hopwright.models.tofu.network;
