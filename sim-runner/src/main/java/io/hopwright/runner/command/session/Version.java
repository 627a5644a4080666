package io.hopwright.runner.command.session;

import io.hopwright.runner.support.Build;
import picocli.CommandLine.IVersionProvider;

/** The version this was built as. */
public final class Version implements IVersionProvider {
  /** Creates the provider. */
  public Version() {}

  @Override
  public String[] getVersion() {
    return new String[] {Build.current().toString()};
  }
}
