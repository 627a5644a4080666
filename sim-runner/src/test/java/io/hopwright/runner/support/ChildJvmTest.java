package io.hopwright.runner.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flags that a child JVM inherits. */
class ChildJvmTest {
  @ParameterizedTest
  @CsvSource({
    "-ea, true",
    "-XX:+UseSerialGC, true",
    "-Xlog:disable, true",
    "-Xlog:all=warning:stderr, true",
    "-Xlog:gc*, true",
    "-Xlog:gc::uptime, true",
    "-Xlog:gc*:file=gc.log, false",
    "-Xlog:gc:gc.log:uptime, false",
    "-Xlog::file=x, false",
    "-Xloggc:gc.log, false",
    "-Xmx1g, false",
    "'-agentlib:jdwp=transport=dt_socket,server=y,address=5005', false",
    "'-Xrunjdwp:server=y,address=5005', false",
    "-Dcom.sun.management.jmxremote.port=9010, false",
    "-XX:StartFlightRecording:filename=a.jfr, false",
  })
  void shouldPassOnWhatSeveralCanHave(String flag, boolean expected) {
    assertEquals(expected, ChildJvm.isForAll(flag));
  }
}
