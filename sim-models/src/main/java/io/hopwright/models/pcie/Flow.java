package io.hopwright.models.pcie;

import java.util.List;

/**
 * Who sends messages to whom, and how.
 *
 * @param source element
 * @param target element
 * @param stages one behind the other
 */
record Flow(int source, int target, List<Stage> stages) {
  Flow {
    stages = List.copyOf(stages);
  }
}
