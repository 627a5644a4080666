/** OTF2 traces (docs/models/traces.md, "OTF2"). */
package io.hopwright.models.program.otf2;
