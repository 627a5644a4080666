package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.switching.crossbar.NodeEndpoints;
import io.hopwright.models.switching.crossbar.Site;

/** Endpoints at the routers of a partition: units alone, or units with their devices. */
public abstract class ExtollEndpoints extends NodeEndpoints {
  ExtollEndpoints(Site site) {
    super(site);
  }

  /** Returns the measurements up to now. */
  public abstract ExtollStatistics statistics();

  @Override
  public void save(Words words) {
    statistics().save(words);
  }
}
