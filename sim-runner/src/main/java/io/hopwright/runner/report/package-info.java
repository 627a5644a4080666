/** Reports: a page of HTML with charts, built from results read back from their directories. */
@Internal
package io.hopwright.runner.report;

import io.hopwright.runner.support.Internal;
