/** Pictures, maps and pages, built from numbers and texts alone. */
@Internal
package io.hopwright.runner.report.drawing;

import io.hopwright.runner.support.Internal;
