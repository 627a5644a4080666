package io.hopwright.runner.command.session;

import io.hopwright.runner.support.Build;
import picocli.CommandLine.IVersionProvider;

/** Version of this build. */
public final class Version implements IVersionProvider {
  /** Creates the provider. */
  public Version() {}

  @Override
  public String[] getVersion() {
    return new String[] {Build.current().toString()};
  }
}
