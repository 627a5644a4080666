package io.hopwright.models.reference.ideal;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.List;

/**
 * The reference ideal machine and what it measures, under the names of {@code docs/results.md}.
 *
 * @param parameters of the machine
 * @param software of its nodes
 * @param jobs that run on it
 */
public record IdealReference(ReferenceLogGops parameters, Software software, List<PlacedJob> jobs)
    implements ReferenceModel {
  /** Copies the list. */
  public IdealReference {
    jobs = List.copyOf(jobs);
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceIdeal(parameters, software, jobs);
  }

  /** A byte each nanosecond is 1 GB/s. */
  @Override
  public Rate rate() {
    return new Rate("GB/s/node", parameters.ticks().ticksPerNanosecond());
  }

  @Override
  public long links() {
    return 0;
  }
}
