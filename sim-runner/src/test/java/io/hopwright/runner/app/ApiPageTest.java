package io.hopwright.runner.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.support.PublicApi;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of {@code docs/api.md} compile, and the first one behaves as described. */
class ApiPageTest {
  private static final Pattern PROGRAM = Pattern.compile("(?ms)^```java\\n(.*?)^```");
  private static final Pattern NAME = Pattern.compile("(?m)^(?:final )?class (\\w+)");
  private static final Pattern PRINTED = Pattern.compile("(?ms)^It prints:\\n\\n```\\n(.*?)^```");

  @TempDir private Path directory;

  private static String page() throws IOException {
    return Files.readString(Path.of("").toAbsolutePath().resolveSibling("docs/api.md"));
  }

  private static String name(String program) {
    final Matcher name = NAME.matcher(program);
    assertTrue(name.find(), program);
    return name.group(1);
  }

  private List<String> compiled() throws IOException {
    final List<String> programs =
        PROGRAM.matcher(page()).results().map(match -> match.group(1)).toList();
    final List<Path> files = new ArrayList<>();
    for (String program : programs) {
      files.add(Files.writeString(directory.resolve(name(program) + ".java"), program));
    }
    final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    final DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, null)) {
      final List<String> options =
          List.of("-proc:none", "-d", directory.toString(), "-cp", classPath());
      final boolean compiles =
          compiler
              .getTask(
                  new StringWriter(),
                  manager,
                  problems,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      assertTrue(compiles, () -> problems.getDiagnostics().toString());
    }
    return programs;
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  @Test
  void shouldPrintWhatThePageSays() throws Exception {
    final String program = compiled().get(0);
    assertTrue(program.lines().count() <= 15, "fifteen lines are what the page promises");
    final Path out = directory.resolve("out.txt");
    final Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                directory + System.getProperty("path.separator") + classPath(),
                name(program))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertTrue(process.waitFor(2, TimeUnit.MINUTES));
    final Matcher printed = PRINTED.matcher(page());
    assertTrue(printed.find());
    assertEquals(printed.group(1), Files.readString(out));
    assertEquals(0, process.exitValue());
  }

  @Test
  void shouldNameEveryPublicType() throws IOException {
    final Path sources = Path.of("").toAbsolutePath().resolve("src/main/java/io/hopwright/runner");
    final String mark = "@" + PublicApi.class.getSimpleName() + "\npublic ";
    final Set<String> marked;
    try (Stream<Path> files = Files.walk(sources)) {
      marked =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> contains(file, mark))
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .collect(Collectors.toSet());
    }
    final String page = page();
    marked.removeIf(type -> page.contains("`" + type + "`"));
    assertEquals(Set.of(), marked, "types that docs/api.md does not name");
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
