package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.topology.Dragonfly;

/**
 * Design of all NICs, with the parts of the machine on which they depend.
 *
 * @param hopTicks ticks from one router to the next
 * @param faults failures; null if there are none
 */
public record CascadeNodeDesign(NicDesign nics, Dragonfly topology, int hopTicks, Faults faults) {}
