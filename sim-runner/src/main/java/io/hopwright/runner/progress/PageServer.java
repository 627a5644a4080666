package io.hopwright.runner.progress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Server of a few pages over HTTP/1.1, in one thread. It is protected by limits: one request per
 * connection, ten seconds for each, and if there are too many connections the oldest is closed.
 *
 * <p>The JDK's server lacks such limits in some releases that run this program, and leaves a
 * request for {@code mailto:x} unanswered.
 */
final class PageServer implements AutoCloseable {
  /** Largest number of connections. */
  static final int CONNECTIONS = 32;

  /** Largest size of a request up to its empty line, in bytes. */
  static final int HEAD_BYTES = 16_384;

  private static final long ALLOWED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (\\S+) HTTP/1\\.[01]");

  private final Selector selector;
  private final ServerSocketChannel server;
  private final Map<String, String> headers;
  private final Handler handler;
  private final Map<SelectionKey, Exchange> exchanges = new LinkedHashMap<>();
  private final Thread thread = new Thread(this::serve, "watch");

  /** Request of a client. */
  record Request(String method, URI target, String host) {}

  /** Response to a request. */
  record Response(int status, String type, String text) {}

  /** Handler of requests. */
  @FunctionalInterface
  interface Handler {
    /** Returns the answer; no other request is handled meanwhile. */
    Response answer(Request request) throws InterruptedException;
  }

  /** Connection: its request, then its response, then nothing until it is closed. */
  private static final class Exchange {
    private final long deadlineNanos = System.nanoTime() + ALLOWED_NANOS;
    private final ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    private ByteBuffer response;
  }

  /**
   * Begins to listen.
   *
   * @param headers of every answer
   * @throws IOException if the address is in use
   */
  PageServer(InetSocketAddress address, Map<String, String> headers, Handler handler)
      throws IOException {
    this.headers = Map.copyOf(headers);
    this.handler = handler;
    selector = Selector.open();
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address).configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      release();
      throw e;
    }
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.socket().getLocalPort();
  }

  private void serve() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        selector.select(this::serve, 1_000);
        final long now = System.nanoTime();
        exchanges.entrySet().stream()
            .filter(entry -> now - entry.getValue().deadlineNanos >= 0)
            .map(Map.Entry::getKey)
            .toList()
            .forEach(this::end);
      }
    } catch (IOException e) {
      // Nobody is answered any more; the run goes on.
    } finally {
      release();
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (!key.isValid()) {
        return; // It had to make room.
      }
      if (key.isAcceptable()) {
        accept();
      } else {
        go(key, exchanges.get(key));
      }
    } catch (IOException e) {
      end(key);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() throws IOException {
    final SocketChannel client = server.accept();
    if (client != null) {
      client.configureBlocking(false);
      if (exchanges.size() == CONNECTIONS) {
        end(exchanges.keySet().iterator().next());
      }
      exchanges.put(client.register(selector, SelectionKey.OP_READ), new Exchange());
    }
  }

  private void go(SelectionKey key, Exchange exchange) throws IOException, InterruptedException {
    final SocketChannel client = (SocketChannel) key.channel();
    if (key.isWritable()) {
      client.write(exchange.response);
      if (!exchange.response.hasRemaining()) {
        // Closing it with bytes unread would take the answer back.
        client.shutdownOutput();
        key.interestOps(SelectionKey.OP_READ);
      }
      return;
    }
    if (client.read(exchange.head) < 0) {
      end(key);
    } else if (exchange.response != null) {
      exchange.head.clear();
    } else if (isWhole(exchange.head) || !exchange.head.hasRemaining()) {
      exchange.response = response(exchange.head);
      exchange.head.clear();
      key.interestOps(SelectionKey.OP_WRITE);
    }
  }

  private static boolean isWhole(ByteBuffer head) {
    return text(head).contains("\r\n\r\n");
  }

  private static String text(ByteBuffer head) {
    return StandardCharsets.ISO_8859_1.decode(head.duplicate().flip()).toString();
  }

  private ByteBuffer response(ByteBuffer head) throws InterruptedException {
    final Response response =
        isWhole(head)
            ? answer(text(head).split("\r\n", -1))
            : new Response(431, "text/plain", "at most " + HEAD_BYTES + " bytes");
    final byte[] body = response.text().getBytes(StandardCharsets.UTF_8);
    final StringBuilder lines = new StringBuilder();
    lines.append("HTTP/1.1 ").append(response.status()).append(" \r\n");
    headers.forEach((name, value) -> lines.append(name + ": " + value + "\r\n"));
    lines.append("Content-Type: ").append(response.type()).append("; charset=utf-8\r\n");
    lines.append("Content-Length: ").append(body.length).append("\r\n");
    lines.append("Connection: close\r\n\r\n");
    final byte[] start = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(start.length + body.length).put(start).put(body).flip();
  }

  private Response answer(String[] lines) throws InterruptedException {
    final Matcher request = REQUEST.matcher(lines[0]);
    if (request.matches() && request.group(2).startsWith("/")) {
      try {
        final URI target = new URI(request.group(2));
        return handler.answer(new Request(request.group(1), target, host(lines)));
      } catch (URISyntaxException e) {
        // Said below.
      }
    }
    return new Response(400, "text/plain", "only GET of a path");
  }

  private static String host(String[] lines) {
    for (String line : lines) {
      if (line.regionMatches(true, 0, "Host:", 0, 5)) {
        return line.substring(5).strip();
      }
    }
    return "";
  }

  private void end(SelectionKey key) {
    exchanges.remove(key);
    try {
      key.channel().close();
    } catch (IOException e) {
      // It is as good as closed.
    }
  }

  private void release() {
    exchanges.keySet().stream().toList().forEach(this::end);
    try {
      server.close();
      selector.close();
    } catch (IOException e) {
      // It is as good as closed.
    }
  }

  /** Stops the server. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
