package io.hopwright.models.switching.crossbar;

/** Switches whose loads tests of machines can set. */
public final class Switches {
  private final SwitchState state;

  /** Idle switches. */
  public Switches(int routers, int ports, int vcs) {
    state = new SwitchState(routers, ports, vcs);
  }

  public SwitchState state() {
    return state;
  }

  /** Changes the flits that wait for an output, and the flits sent without returned credits. */
  public void change(int router, int port, int near, int far) {
    state.words()[state.port(state.base(router), port) + SwitchState.LOAD] +=
        SwitchState.change(near, far);
  }
}
