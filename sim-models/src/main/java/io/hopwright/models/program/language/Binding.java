package io.hopwright.models.program.language;

import io.hopwright.core.random.Draws;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.List;
import java.util.Map;

/**
 * What turns a program into one of so many ranks: expressions of what is now known become literals.
 *
 * @param ranks 1 … 2³⁰
 * @param job number of the job
 * @param draws those of RAND
 * @param arguments by number of the parameter
 * @param grids by number of the grid
 * @param rounds how often {@code forever} does its block
 * @param algorithms of collectives whose statements name none
 */
record Binding(
    int ranks,
    int job,
    Draws draws,
    List<Long> arguments,
    List<RankGrid> grids,
    long rounds,
    Map<Collective, Algorithm> algorithms) {}
