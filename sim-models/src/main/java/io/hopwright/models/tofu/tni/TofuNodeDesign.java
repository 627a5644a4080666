package io.hopwright.models.tofu.tni;

import io.hopwright.models.tofu.barriers.BarrierPlan;
import io.hopwright.models.tofu.barriers.BarrierSettings;
import io.hopwright.models.topology.Tofu6D;

/**
 * Design of a node, with the parts of the machine on which it depends.
 *
 * @param hopTicks ticks from one router to the next
 * @param iterated barriers that a workload repeats; null if it has none
 * @param barrierOfJobs barrier for ranks of jobs; null if there is none
 */
public record TofuNodeDesign(
    TniDesign tnis,
    Tofu6D machine,
    int hopTicks,
    BarrierSettings iterated,
    BarrierPlan barrierOfJobs) {}
