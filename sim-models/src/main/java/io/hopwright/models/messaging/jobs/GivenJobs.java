package io.hopwright.models.messaging.jobs;

import java.util.List;

/** Jobs of a run as given to a reference model: placement is not part of a model. */
public interface GivenJobs {
  /** Returns the costs of the software of the nodes. */
  Software software();

  /** Returns the jobs, in the order of their numbers; none if no programs send. */
  List<PlacedJob> placed();

  /** Network that runs jobs. */
  interface Network {
    /** Returns the software and the jobs of the run. */
    GivenJobs givenJobs();
  }
}
