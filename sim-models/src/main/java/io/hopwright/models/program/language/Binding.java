package io.hopwright.models.program.language;

import io.hopwright.core.random.Draws;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.List;
import java.util.Map;

/**
 * Values that bind a program to a number of ranks: they turn expressions into literals.
 *
 * @param ranks number of ranks, 1 … 2³⁰
 * @param job number of the job
 * @param draws draws of RAND
 * @param arguments values by number of the parameter
 * @param grids grids by number
 * @param rounds repetitions of a block of {@code forever}
 * @param algorithms algorithms of collectives whose statements name none
 */
record Binding(
    int ranks,
    int job,
    Draws draws,
    List<Long> arguments,
    List<RankGrid> grids,
    long rounds,
    Map<Collective, Algorithm> algorithms) {}
