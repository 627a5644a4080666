package io.hopwright.models.extoll.units;

/**
 * The design of a node: its NIC, its devices and the paths between them.
 *
 * @param cellTicks ticks of a cell on a link
 * @param paths hosts between devices and the network
 */
public record ExtollNodeDesign(
    int cellTicks, UnitDesign units, DeviceDesign devices, HostPaths paths) {}
