package io.hopwright.runner.command.serve;

import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Writer of messages to the client, one per line. Thread-safe. */
final class Outbox {
  private final OutputStream out;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean lost;

  Outbox(OutputStream out) {
    this.out = out;
  }

  /** Sends the answer to a request. */
  void answer(Object id, Map<String, Object> result) {
    send(new JsonObject().with("id", id).with("result", result));
  }

  /** Sends the reason why a request has no result; {@code id} is null if it could not be read. */
  void failure(Object id, Map<String, Object> error) {
    send(new JsonObject().with("id", id).with("error", error));
  }

  /** Sends a message that is not an answer. */
  void notification(String method, Map<String, Object> params) {
    send(message(method, params));
  }

  /** Sends a message that is worthless later, unless another one is just being written. */
  void passing(String method, Map<String, Object> params) {
    if (lock.tryLock()) {
      try {
        write(message(method, params));
      } finally {
        lock.unlock();
      }
    }
  }

  private static Map<String, Object> message(String method, Map<String, Object> params) {
    return new JsonObject().with("method", method).with("params", params);
  }

  private void send(Map<String, Object> message) {
    lock.lock();
    try {
      write(message);
    } finally {
      lock.unlock();
    }
  }

  private void write(Map<String, Object> message) {
    if (lost) {
      return;
    }
    try {
      out.write((Json.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      lost = true;
    }
  }

  /** Returns whether the client does not read any more. */
  boolean lost() {
    return lost;
  }
}
