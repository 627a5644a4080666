package io.hopwright.runner.execution;

import io.hopwright.runner.support.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Launcher of workers on this computer, which run {@code hopwright worker --seed}.
 *
 * @param heapMib largest heap of each, in MiB
 * @param threads threads of each
 * @param options further options of the worker's command line
 * @param token token of the run, passed by standard input, because others can read command lines
 */
public record LocalWorkers(long heapMib, int threads, List<String> options, String token) {
  /** The program; named, as it knows this package. */
  static final String MAIN = "io.hopwright.runner.Main";

  /** Starts a worker that joins the seed at {@code address}. */
  Process launch(String address) throws IOException {
    final List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("worker", "--child", "--seed", address, "--threads", Integer.toString(threads)));
    arguments.addAll(options);
    // What it says goes where ours does; its standard input tells it that we are there.
    final Process child =
        new ProcessBuilder(ChildJvm.command(MAIN, flags(), arguments))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    child.getOutputStream().write((token + "\n").getBytes(StandardCharsets.UTF_8));
    child.getOutputStream().flush();
    return child;
  }

  /** Returns the flags of the JVM. */
  public List<String> flags() {
    return List.of("-Xmx" + heapMib + "m", "-XX:ActiveProcessorCount=" + (threads + 1));
  }
}
