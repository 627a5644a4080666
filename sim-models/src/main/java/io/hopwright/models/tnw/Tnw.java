package io.hopwright.models.tnw;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;

/** TNW, the switchless torus of QPACE and AuroraScience: {@code docs/models/tnw.md}. */
public final class Tnw extends Machine {
  static final String NAME = "tnw";
  static final String PAPER = "Pivanti et al. 2010, section ";

  /** Creates the machine. */
  public Tnw() {
    super(
        NAME,
        "TNW: torus of FPGA network processors, each packet over one link with" + " retransmission",
        "M. Pivanti, S. F. Schifano, H. Simma, An FPGA-based torus communication network,"
            + " Lattice 2010, arXiv:1102.2346",
        TnwSettings.COMPONENTS);
  }

  @Override
  public Map<String, String> formerKeys() {
    return Map.of("workload.threads", "workload.threadsPer");
  }

  @Override
  public List<KeyScope> scopes() {
    return TnwSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return TnwMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(this, settings, () -> new TnwNetwork(TnwSettings.of(settings)));
  }
}
