/**
 * The Cray Cascade network: Aries routers in a dragonfly, on the crossbar router core.
 *
 * <p>Source: Faanes et al., <em>Cray Cascade: a Scalable HPC System based on a Dragonfly
 * Network</em>, SC 2012. Rules: {@code docs/models/cascade.md}.
 */
package io.hopwright.models.cascade;
