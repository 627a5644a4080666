package io.hopwright.runner.support;

import io.hopwright.models.messaging.jobs.CheckStore;
import java.nio.charset.StandardCharsets;

/** Outcomes of program checks in the user's cache. Entries of other builds are ignored. */
public final class CheckCache implements CheckStore {
  private static final long MOST_BYTES = 64L << 20;

  private final UserCache cache = new UserCache("checked-programs", MOST_BYTES);

  private static String name(String asked) {
    return Hashes.of((Build.simulator() + asked).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public byte[] find(String asked) {
    return cache.find(name(asked));
  }

  @Override
  public void keep(String asked, byte[] found) {
    cache.keep(name(asked), found);
  }
}
