/** TNW: a torus without switches. Rules: {@code docs/models/tnw.md}. */
package io.hopwright.models.tnw;
