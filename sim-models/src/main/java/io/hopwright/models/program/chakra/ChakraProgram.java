package io.hopwright.models.program.chakra;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import java.util.List;
import java.util.Map;

/**
 * Traces of all ranks. Their collectives are expanded into messages once the job's algorithms are
 * known, so graphs are rebuilt for each choice of algorithms. Safe for any thread.
 */
final class ChakraProgram implements Program {
  private final String name;
  private final List<ChakraNodes> ranks;
  private Map<Collective, Algorithm> algorithms;
  private GraphProgram graphs;

  /**
   * Creates a program.
   *
   * @throws ProgramException if nodes depend on missing ones, or ranks disagree
   */
  ChakraProgram(String name, List<ChakraNodes> ranks) {
    this.name = name;
    this.ranks = ranks;
    graphs(Map.of());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int ranks() {
    return ranks.size();
  }

  @Override
  public String at(int line) {
    return name + GraphProgram.BYTE + line;
  }

  @Override
  public BoundProgram bind(Job job) {
    return graphs(job.algorithms()).bind(job);
  }

  private synchronized GraphProgram graphs(Map<Collective, Algorithm> how) {
    if (!how.equals(algorithms)) {
      final ChakraGraphs of = new ChakraGraphs(ranks.size(), how);
      final OperationGraph[] made = new OperationGraph[ranks.size()];
      for (int rank = 0; rank < made.length; rank++) {
        made[rank] = of.graph(rank, ranks.get(rank));
      }
      of.finish();
      graphs = new GraphProgram(name, GraphProgram.BYTE, made);
      algorithms = how;
    }
    return graphs;
  }
}
