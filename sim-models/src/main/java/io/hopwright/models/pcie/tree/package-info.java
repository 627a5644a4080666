/** The tree of PCI Express: roots, switches, cards, and the path between two of them. */
package io.hopwright.models.pcie.tree;
