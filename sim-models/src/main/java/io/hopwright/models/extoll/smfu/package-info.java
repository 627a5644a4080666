/**
 * Memory of accelerators as hosts see it: windows of the shared memory unit, configuration space
 * and registers.
 */
package io.hopwright.models.extoll.smfu;
