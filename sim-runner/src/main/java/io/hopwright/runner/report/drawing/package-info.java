/** Pictures, maps and pages, of numbers and texts alone. */
@Internal
package io.hopwright.runner.report.drawing;

import io.hopwright.runner.support.Internal;
