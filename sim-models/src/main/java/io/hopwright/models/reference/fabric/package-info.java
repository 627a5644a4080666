/**
 * Naive reference model of all fabrics, written from {@code docs/models/fabric.md} and {@code
 * docs/models/vc-router.md} alone. A machine that is a fabric extends {@link
 * io.hopwright.models.reference.fabric.FabricReference} with its routers, its links and its routing
 * function.
 */
package io.hopwright.models.reference.fabric;
