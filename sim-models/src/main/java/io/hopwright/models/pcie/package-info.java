/** PCI Express between accelerators, alone and over networks: {@code docs/models/pcie.md}. */
package io.hopwright.models.pcie;
