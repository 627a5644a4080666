package io.hopwright.models.messaging.jobs;

import java.util.List;

/** What a reference model gets of the jobs of a run: how jobs are placed is no part of a model. */
public interface GivenJobs {
  /** Returns the costs of the software of the nodes. */
  Software software();

  /** Returns the jobs, in the order of their numbers; none if no programs send. */
  List<PlacedJob> placed();

  /** A network that runs jobs. */
  interface Network {
    /** Returns the software and the jobs of the run. */
    GivenJobs givenJobs();
  }
}
