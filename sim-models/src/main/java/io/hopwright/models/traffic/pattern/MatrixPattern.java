package io.hopwright.models.traffic.pattern;

import io.hopwright.models.declare.Key;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.traffic.MatrixDestinations;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.List;

/** Traffic from a matrix ({@code docs/models/traffic-matrix.md}). */
final class MatrixPattern extends Pattern {
  MatrixPattern() {
    super(WorkloadKeys.MATRIX_KIND, "in proportion to the weights of workload.matrix");
  }

  @Override
  List<Key<?>> keys(NetworkTraits traits) {
    return List.of(WorkloadKeys.MATRIX);
  }

  @Override
  Sources read(Reading in) {
    final TrafficMatrix matrix = WorkloadKeys.matrix(in.settings(), in.nodes());
    return new Sources(
        in.nodes(),
        new MatrixDestinations(matrix, Purpose.DESTINATION.draws(in.seed()), 0),
        node -> matrix.sent(node) > 0,
        new Sources.Pairs(() -> matrix),
        true,
        0);
  }
}
