package io.hopwright.partition.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * TCP proxy that flips one bit of all that it forwards. It listens at 127.0.0.1 and forwards to the
 * same port of 127.0.0.2. Thread-safe.
 */
final class FlippingProxy implements AutoCloseable {
  static final String FRONT = "127.0.0.1";
  static final String BACK = "127.0.0.2";

  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocket server;
  private final List<Socket> sockets = new ArrayList<>();
  private final AtomicLong bitsLeft;
  private boolean closed;

  /**
   * Starts to listen.
   *
   * @param bit number of the bit to flip, counted over all bytes to the back in the order in which
   *     they arrive
   */
  FlippingProxy(long bit) throws IOException {
    bitsLeft = new AtomicLong(bit);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Returns whether the bit has been flipped. */
  boolean flipped() {
    return bitsLeft.get() < 0;
  }

  private void start(Job job) {
    final Thread thread =
        new Thread(
            () -> {
              try {
                job.run();
              } catch (IOException e) {
                // One of the sides has closed the connection.
              }
            },
            "flipping-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  /** Work of one thread until a connection ends. */
  @FunctionalInterface
  private interface Job {
    void run() throws IOException;
  }

  private void accept() throws IOException {
    while (true) {
      final Socket front = keep(server.accept());
      final Socket back;
      try {
        back = keep(new Socket(BACK, port()));
      } catch (IOException e) {
        front.close();
        continue;
      }
      start(() -> forward(front, back, true));
      start(() -> forward(back, front, false));
    }
  }

  private synchronized Socket keep(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    if (closed) {
      socket.close();
    }
    sockets.add(socket);
    return socket;
  }

  private void forward(Socket from, Socket to, boolean flips) throws IOException {
    try (from;
        to) {
      final InputStream in = from.getInputStream();
      final OutputStream out = to.getOutputStream();
      final byte[] buffer = new byte[BUFFER_BYTES];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        if (flips) {
          final long bits = (long) length * Byte.SIZE;
          final long bit = bitsLeft.getAndAdd(-bits);
          if (bit >= 0 && bit < bits) {
            buffer[(int) (bit / Byte.SIZE)] ^= (byte) (1 << bit % Byte.SIZE);
          }
        }
        out.write(buffer, 0, length);
        out.flush();
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
