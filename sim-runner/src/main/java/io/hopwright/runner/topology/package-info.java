/** Networks from files and families: their search, and the report of their properties. */
@Internal
package io.hopwright.runner.topology;

import io.hopwright.runner.support.Internal;
