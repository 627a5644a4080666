package io.hopwright.models.extoll;

import io.hopwright.models.switching.crossbar.Endpoints;

/** What hangs on the routers of a partition: units by themselves, or with their devices. */
interface ExtollEndpoints extends Endpoints {
  /** Returns what was measured here up to now. */
  ExtollStatistics statistics();
}
