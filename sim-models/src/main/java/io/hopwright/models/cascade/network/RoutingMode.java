package io.hopwright.models.cascade.network;

import io.hopwright.models.declare.Key.Described;

/**
 * Routing mode: the candidate routes that take part in the choice, and their costs ({@code
 * docs/models/cascade-faults.md}, "Routing modes").
 */
public enum RoutingMode implements Described {
  MINIMAL(0b0001, Cost.NONE, "a random minimal route"),
  VALIANT(0b0100, Cost.NONE, "minimal routes to a random router and from there to the destination"),
  ADAPTIVE(0b1111, Cost.LOAD, "a route by loads; the page of the machine has the rule"),
  TUNED(
      0b1111,
      Cost.PATH,
      "the best of two minimal and two non-minimal routes, by load and by the path of"
          + " the packet"),
  DETERMINISTIC(
      0b0001,
      Cost.HASH,
      "a minimal route by a hash of source and destination, so that packets stay in" + " order"),
  DETERMINISTIC_VALIANT(
      0b0100, Cost.HASH, "a route over a root by a hash of source and destination"),
  MIN_HASH(0b0001, Cost.NONE, "minimal, as the system's software names it"),
  NON_MIN_HASH(0b0100, Cost.NONE, "valiant, as the system's software names it"),
  IN_ORDER(0b0001, Cost.HASH, "deterministic, as the system's software names it"),
  ADAPTIVE_0(Cost.LOAD, 1, 0, "adaptive without a bias"),
  ADAPTIVE_1(Cost.PATH, 1, 300, "tuned: the cost of a route grows with the path"),
  ADAPTIVE_2(Cost.LOAD, 2, 300, "adaptive with a small bias for minimal routes"),
  ADAPTIVE_3(Cost.LOAD, 4, 1_200, "adaptive with a large bias for minimal routes");

  /** Cost by which routes are chosen. */
  private enum Cost {
    NONE,
    HASH,
    LOAD,
    PATH
  }

  private final int candidates;
  private final Cost cost;

  /** Null if they are those of the router. */
  private final Integer weight;

  private final Integer biasFlits;
  private final String meaning;

  RoutingMode(int candidates, Cost cost, String meaning) {
    this(candidates, cost, null, null, meaning);
  }

  RoutingMode(Cost cost, int weight, int biasFlits, String meaning) {
    this(0b1111, cost, weight, biasFlits, meaning);
  }

  RoutingMode(int candidates, Cost cost, Integer weight, Integer biasFlits, String meaning) {
    this.candidates = candidates;
    this.cost = cost;
    this.weight = weight;
    this.biasFlits = biasFlits;
    this.meaning = meaning;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Returns whether a candidate, 0…3, is considered. */
  public boolean has(int candidate) {
    return (candidates >>> candidate & 1) != 0;
  }

  /** Returns whether only non-minimal routes are considered. */
  public boolean nonMinimalOnly() {
    return candidates == 0b0100;
  }

  /** Returns whether routes are chosen by load. */
  public boolean byLoad() {
    return cost == Cost.LOAD || cost == Cost.PATH;
  }

  /** Returns whether a load counts once per link of the whole route. */
  public boolean byPath() {
    return cost == Cost.PATH;
  }

  /** Returns whether the route depends on source and destination only. */
  public boolean deterministic() {
    return cost == Cost.HASH;
  }

  /** Returns whether the router's factor on the load of a non-minimal route counts. */
  boolean readsWeight() {
    return cost == Cost.LOAD && weight == null;
  }

  /** Returns whether the flits that the router adds to a non-minimal route count. */
  boolean readsBias() {
    return byLoad() && biasFlits == null;
  }

  /** Returns the factor on the load of a non-minimal route. */
  int weight(int ofRouter) {
    return weight == null ? ofRouter : weight;
  }

  /** Returns the flits added to it. */
  int biasFlits(int ofRouter) {
    return biasFlits == null ? ofRouter : biasFlits;
  }
}
