/** How long a simulation would take on more processors than there are. */
package io.hopwright.runner.projection;
