package io.hopwright.models.traffic;

/**
 * The packets of one kind that every node sends, numbered per node from 0, dealt in turn to a group
 * of injection FIFOs.
 *
 * @param trafficClass what the router may do with them; the machine's numbering
 * @param firstFifo first injection FIFO of the group
 * @param fifos number of FIFOs in the group; packet {@code s} joins FIFO {@code firstFifo + s mod
 *     fifos}
 * @param births when they join
 * @param destinations where they go
 * @param sizes how large they are
 */
public record Stream(
    int trafficClass,
    int firstFifo,
    int fifos,
    Births births,
    Destinations destinations,
    Sizes sizes) {}
