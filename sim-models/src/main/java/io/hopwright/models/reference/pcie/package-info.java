/** Reference model of PCI Express between accelerators, written from its rule page alone. */
package io.hopwright.models.reference.pcie;
