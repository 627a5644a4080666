package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.nic.CascadeNodeDesign;

/**
 * Design of all Aries NICs, with the parts of the machine on which they depend.
 *
 * @param node common design of all NICs
 * @param trees trees of collectives by engines; null if there are none
 * @param seed seed of the run
 */
public record AriesNodeDesign(
    CascadeNodeDesign node,
    AriesDesign aries,
    AriesWorkload workload,
    CollectiveTrees trees,
    long seed) {}
