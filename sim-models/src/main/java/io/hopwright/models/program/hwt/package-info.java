/** The trace container {@code .hwt}, written and read: docs/models/hwt.md. */
package io.hopwright.models.program.hwt;
